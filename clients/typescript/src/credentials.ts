/** A private key as JWK, for applications that use `private_key_jwt`. `kid` is sent along if it is there. */
export type PrivateKey = JsonWebKey & { kid?: string }

/** Either kind that an application of the portal has. */
export type Credentials = { clientId: string } & (
  | { clientSecret: string; privateKey?: never }
  | { privateKey: PrivateKey; clientSecret?: never }
)

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Seconds. A gateway accepts at most 300. */
const assertionLifetime = 60

/**
 * The form body of a request for a token (RFC 6749 §4.4.2), signed if there is a key (RFC 7523 §2.2).
 * @param audience the address of the authorization server
 */
export async function writeTokenRequest(
  credentials: Credentials,
  audience: string,
): Promise<URLSearchParams> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: credentials.clientId })
  if (credentials.clientSecret !== undefined) body.set('client_secret', credentials.clientSecret)
  else {
    body.set('client_assertion_type', assertionType)
    body.set('client_assertion', await signAssertion(credentials.clientId, credentials.privateKey, audience))
  }
  return body
}

/** Web Cryptography's names of the algorithms of RFC 7518 and RFC 8037 that a gateway accepts. */
const algorithms = {
  EdDSA: { name: 'Ed25519' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const

type Algorithm = keyof typeof algorithms

async function signAssertion(clientId: string, jwk: PrivateKey, audience: string): Promise<string> {
  const alg = algorithmOf(jwk)
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + assertionLifetime }
  const header = { alg, typ: 'JWT', ...(jwk.kid !== undefined && { kid: jwk.kid }) }
  const signed = `${encode(header)}.${encode({ ...claims, jti: crypto.randomUUID() })}`
  const { kid: _, use: __, key_ops: ___, ...material } = jwk
  const key = await crypto.subtle.importKey('jwk', material, algorithms[alg], false, ['sign'])
  const signature = await crypto.subtle.sign(algorithms[alg], key, new TextEncoder().encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

/** @throws TypeError for a kind of key that no gateway accepts */
function algorithmOf({ alg, kty, crv }: PrivateKey): Algorithm {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA'
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  if (kty === 'RSA') return alg === 'RS256' ? 'RS256' : 'PS256'
  throw new TypeError('The private key is neither Ed25519, P-256 nor RSA.')
}

function encode(value: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (each) => ({ '+': '-', '/': '_' })[each] ?? '')
}
