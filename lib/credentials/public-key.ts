import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { done, type Result, refused } from '@/lib/result'
import { isDisguised } from '@/lib/text-input'

/** The algorithms that a client may sign its assertions with. */
export type SigningAlgorithm = 'EdDSA' | 'ES256' | 'PS256' | 'RS256'

/** As stored; `publicKey` is the SubjectPublicKeyInfo (DER), `thumbprint` that of RFC 7638. */
export type PublicKey = { kid: string; thumbprint: string; algorithms: SigningAlgorithm[]; publicKey: Buffer }

export type KeyProblem = 'private_key' | 'weak_key' | 'unknown_key' | 'malformed_key'

/** Larger ones would make gateways slow. */
const rsaBits = { min: 2048, max: 8192 }
/** FIPS 186-5 §5.1; OpenSSL's own limit for long keys. */
const rsaExponent = { min: 65_537n, max: 2n ** 64n }
const pemPattern = /^-----BEGIN (RSA )?PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+\n-----END (RSA )?PUBLIC KEY-----$/
/** The private members of every kind of JWK (RFC 7518 §6), that of a shared secret among them. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Whether a text that was pasted as a public key holds a private one: it must be kept nowhere. */
export function holdsPrivateKey(text: string): boolean {
  if (text.includes('PRIVATE KEY')) return true
  // Also in a set, in part or mistyped.
  return privateMembers.some((name) => new RegExp(`\\b${name}["']?\\s*:\\s*["'[]`).test(text))
}

/**
 * Reads a public key as JWK or PEM.
 * @returns refused `private_key`, `weak_key` (RSA under 2,048 bits, or of an unusual size or exponent;
 *   Ed25519 of small order), `unknown_key` (another kind, or a JWK for another purpose) or `malformed_key`
 */
export function parsePublicKey(pasted: string): Result<PublicKey, KeyProblem> {
  if (holdsPrivateKey(pasted)) return refused('private_key')
  const text = pasted.trim().replaceAll('\r\n', '\n')
  const jwk = readJwk(text)
  const key = importKey(jwk ?? text)
  if (!key || !isKid(jwk?.kid)) return refused('malformed_key')
  const able = findAlgorithms(key)
  if (able === 'weak_key') return refused(able)
  const named = jwk?.alg === 'Ed25519' ? 'EdDSA' : jwk?.alg
  const algorithms = able.filter((algorithm) => algorithm === (named ?? algorithm))
  if (algorithms.length === 0 || (jwk?.use ?? 'sig') !== 'sig') return refused('unknown_key')
  const publicKey = key.export({ format: 'der', type: 'spki' })
  if (hasSmallOrder(publicKey)) return refused('weak_key')
  const thumbprint = computeThumbprint(key.export({ format: 'jwk' }))
  return done({ kid: jwk?.kid ?? thumbprint, thumbprint, algorithms, publicKey })
}

const p = 2n ** 255n - 19n
/** Of the four points of order 8, with `p` minus it. */
const order8 =
  2_707_385_501_144_840_649_318_225_287_225_658_788_936_804_267_575_313_519_463_743_609_750_303_402_022n
/**
 * The y coordinates of the eight points whose order divides 8; 0 and 1 also as they may be written, not
 * reduced.
 */
const coordinates = new Set([0n, 1n, p - 1n, p, p + 1n, order8, p - order8])
/** What precedes the point in a SubjectPublicKeyInfo (RFC 8410 §4). */
const ed25519 = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether a public key is an Ed25519 point of small order, in whatever encoding: then anyone can make
 * signatures that it verifies, as RFC 8032 §5.1.7 does not exclude such keys.
 * @param publicKey SubjectPublicKeyInfo (DER) of any kind of key
 */
export function hasSmallOrder(publicKey: Buffer): boolean {
  if (!publicKey.subarray(0, ed25519.length).equals(ed25519)) return false
  const point = publicKey.subarray(ed25519.length).toReversed()
  // The highest bit is the sign of x (RFC 8032 §5.1.2).
  return coordinates.has(BigInt(`0x${Buffer.from(point).toString('hex')}`) & (2n ** 255n - 1n))
}

type Jwk = JsonWebKey & { kid?: string }

function readJwk(text: string): Jwk | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function importKey(source: Jwk | string): KeyObject | null {
  try {
    if (typeof source !== 'string') return createPublicKey({ key: source, format: 'jwk' })
    return pemPattern.test(source) ? createPublicKey(source) : null
  } catch {
    return null
  }
}

/** A kid that assertions can name and pages can show; absent is fine. */
function isKid(kid: unknown): boolean {
  if (kid === undefined) return true
  return typeof kid === 'string' && /^[^\p{C}]{1,128}$/u.test(kid) && !isDisguised(kid)
}

/** RSA keys are good for both paddings, unless their JWK names one. */
function findAlgorithms({
  asymmetricKeyType,
  asymmetricKeyDetails = {},
}: KeyObject): SigningAlgorithm[] | 'weak_key' {
  const { namedCurve, modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails
  if (asymmetricKeyType === 'ed25519') return ['EdDSA']
  if (asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return ['ES256']
  if (asymmetricKeyType !== 'rsa') return []
  const strong = modulusLength >= rsaBits.min && publicExponent >= rsaExponent.min
  return strong && modulusLength <= rsaBits.max && publicExponent < rsaExponent.max
    ? ['PS256', 'RS256']
    : 'weak_key'
}

/** RFC 7638 §3: the required members in the order of their names, without spaces. */
function computeThumbprint(jwk: JsonWebKey): string {
  const required = (['crv', 'e', 'kty', 'n', 'x', 'y'] as const).filter((name) => jwk[name] !== undefined)
  const canonical = JSON.stringify(Object.fromEntries(required.map((name) => [name, jwk[name]])))
  return createHash('sha256').update(canonical).digest('base64url')
}
