import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

/** Mistakes that a browser or its authenticator could make, or another site instead of the portal. */
export type Twist = {
  origin?: string
  rpId?: string
  challenge?: string
  /** user presence, and user verification */
  present?: boolean
  verified?: boolean
  counter?: number
  signature?: string
  userHandle?: string
}

/** A software authenticator with its own ES256 key (WebAuthn §6), with responses as a browser passes them on. */
export class Authenticator {
  readonly id = randomBytes(16)
  counter = 0
  /** The account that it was registered for, which it names when it is asked for any passkey of the site. */
  private userHandle = ''
  private readonly key = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  create({ challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON, twist: Twist = {}) {
    this.userHandle = user.id
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' })
    const point = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
    // COSE_Key (RFC 9052 §7): kty EC2, alg ES256, crv P-256, x, y.
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ])
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose])
    const data = this.authenticatorData(rp.id ?? '', twist, 0x40, attested)
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ])
    return this.answer({
      clientDataJSON: clientData('webauthn.create', challenge, twist),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'sideways'],
    })
  }

  get({ challenge, rpId, allowCredentials }: PublicKeyCredentialRequestOptionsJSON, twist: Twist = {}) {
    const data = this.authenticatorData(rpId ?? '', twist)
    const client = clientData('webauthn.get', challenge, twist)
    const digest = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
    const signature = createSign('sha256')
      .update(Buffer.concat([data, digest]))
      .sign(this.key.privateKey)
    return this.answer({
      clientDataJSON: client,
      authenticatorData: data.toString('base64url'),
      signature: twist.signature ?? signature.toString('base64url'),
      ...(allowCredentials ? {} : { userHandle: twist.userHandle ?? this.userHandle }),
    })
  }

  private answer(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  /** §6.1: hash of the relying party, flags, counter, and what a registration adds. */
  private authenticatorData(rpId: string, twist: Twist, more = 0, attested = Buffer.alloc(0)): Buffer {
    this.counter = twist.counter ?? this.counter + 1
    const flags = (twist.present === false ? 0 : 0x01) | (twist.verified === false ? 0 : 0x04) | more
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(this.counter, 1)
    const hash = createHash('sha256')
      .update(twist.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, head, attested])
  }
}

/** §5.8.1, as the browser writes it. */
function clientData(type: string, challenge: string, twist: Twist): string {
  const origin = twist.origin ?? 'http://localhost:3000'
  const client = { type, challenge: twist.challenge ?? challenge, origin, crossOrigin: false }
  return Buffer.from(JSON.stringify(client)).toString('base64url')
}

/** A CBOR text of less than 24 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}
