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
