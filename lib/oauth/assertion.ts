import { createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { hasSmallOrder } from '@/lib/credentials/public-key'
import { clientIdPattern } from '@/lib/credentials/secret'
import { garbled } from '@/lib/text-input'
import type { ClientKey } from './queries'

/** RFC 7523 §2.2. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** In seconds. */
const maxAhead = 300
const skew = 10
/**
 * By which its use is kept longer, as it is checked a moment before it is used up: nothing may be deleted in
 * between.
 */
const keptLonger = 5
const maxJtiLength = 128
/** Keys come from the application's page only, and extensions that have to be understood do not exist here. */
const refusedHeaders = ['jku', 'jwk', 'x5u', 'crit']
/** An application has at most two keys, so two signatures are checked, even if there are fewer. */
const checks = 2

/** An assertion that was found valid; at `expiresAt` it is certainly refused as expired. */
export type ValidAssertion = { keyId: string; jti: string; expiresAt: Date }

type Expected = {
  clientId: string
  /** Each a whole `aud`. */
  audiences: string[]
  /** In milliseconds. */
  at: number
}

/** The client that an assertion says it is from, unchecked; undefined if it does not say so legibly. */
export function readSubject(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt(assertion)
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/** Whether a text can be a client id at all. */
export function isClientId(text: string | undefined): text is string {
  return text !== undefined && clientIdPattern.test(text)
}

/**
 * Validates a client's assertion (RFC 7523 §3), except that it is used once. Checks as many signatures for an unknown
 * client as for any other.
 * @param keys of the client; none for an unknown one
 * @returns null for every kind of fault
 */
export async function validateAssertion(
  assertion: string,
  keys: readonly ClientKey[],
  expected: Expected,
): Promise<ValidAssertion | null> {
  const header = readHeader(assertion)
  // RFC 9864 §2.2: another name for EdDSA with such a key.
  const algorithm = header?.alg === 'Ed25519' ? 'EdDSA' : header?.alg
  const decoy = decoyKeys.find(({ algorithms }) => algorithms.some((each) => each === algorithm))
  if (!header || !algorithm || !decoy) return null
  // Earlier versions stored keys of small order.
  const fitting = keys.filter(
    ({ algorithms, kid, publicKey }) =>
      algorithms.includes(algorithm) && namesKey(header, kid) && !hasSmallOrder(publicKey),
  )
  let valid: ValidAssertion | null = null
  for (let index = 0; index < checks; index++) {
    const key = fitting[index]
    const claims = await checkSignature(assertion, key?.publicKey ?? decoy.publicKey, header.alg, expected)
    if (key && claims) valid ??= { keyId: key.id, ...claims }
  }
  return valid
}

function readHeader(assertion: string): JWTHeaderParameters | null {
  try {
    const header = decodeProtectedHeader(assertion) as JWTHeaderParameters
    return refusedHeaders.some((name) => Object.hasOwn(header, name)) ? null : header
  } catch {
    return null
  }
}

/** A header without a `kid` fits every key of the client; one that is no text fits none (RFC 7515 §4.1.4). */
function namesKey(header: JWTHeaderParameters, kid: string): boolean {
  return Object.hasOwn(header, 'kid') ? header.kid === kid : true
}

/** The algorithm is one of the key's, never only the assertion's word for it (RFC 8725 §3.1). */
async function checkSignature(
  assertion: string,
  publicKey: Buffer,
  algorithm: string,
  { clientId, audiences, at }: Expected,
): Promise<Omit<ValidAssertion, 'keyId'> | null> {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: [algorithm],
      issuer: clientId,
      subject: clientId,
      audience: audiences,
      clockTolerance: skew,
      currentDate: new Date(at),
      requiredClaims: ['exp', 'jti'],
    })
    const { aud, exp = 0, jti } = payload
    // One audience, so that an assertion for another server is never valid here too.
    if (typeof aud !== 'string' || exp > at / 1000 + maxAhead + skew) return null
    if (typeof jti !== 'string' || jti === '' || garbled.test(jti) || [...jti].length > maxJtiLength)
      return null
    // Rounded up, as its end is compared with whole seconds.
    return { jti, expiresAt: new Date((Math.ceil(exp) + skew + keptLonger) * 1000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/**
 * A public key for each kind of signature, whose private key no one has: an assertion is checked against one
 * of them when its client has no fitting key, so that both take equally long.
 */
const decoyKeys = [
  {
    algorithms: ['EdDSA'],
    publicKey: decode('MCowBQYDK2VwAyEA7WWOXyPQ4o9Rg2HFuWjirgUleb8W+crFmtI/yXqAMDw='),
  },
  {
    algorithms: ['ES256'],
    publicKey: decode(
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5CyTMQlDhRBYamBhQyW/6597ITYOKL/gTTmYHg/xt0WyQZLQVJ3QcZ5hlU8NZsWYgmJE' +
        'GCo5Ni7t0+Ev2Du3fg==',
    ),
  },
  {
    algorithms: ['PS256', 'RS256'],
    publicKey: decode(
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAy1XZkVxl2Hnl3Jq/6TpGgRHjUxKU5+kERNaeIa23vDy+g2B7XMawk4KIAKJD' +
        'EIod02rvh4nOQuwxMFw5DkwLKkpo97wP96pvqBreuiUjJb/bGC5hwoa1jNO2BRjo9PVmfaY8DLPRv6D+e/CpcB1yTctyVKmtxWFDQTa+' +
        'joCfaJPpTE+WScOoPYW+a/xTNB1BLQHG8aEeI+Di8BE/GnoxnUKQkYoi/S2ERpZXl8wuEjpxItnOW5D3JgXBKrkhqJLG+Ee/FHekga+Y' +
        '36ym7DkbNpLG57qpibylKNJhO7d+QozzsD2I+/gxg2ubDJA7r9Q0bviWZsVL4nuV8uhBS4iPnwIDAQAB',
    ),
  },
]

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
