import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { expect, test } from 'vitest'
import { parsePublicKey } from './public-key'

const rsa = (modulusLength: number, publicExponent?: number) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: rsa(2048),
}
const pem = (key: KeyObject) => String(key.export({ format: 'pem', type: 'spki' }))
const jwk = (key: KeyObject, more: object = {}) =>
  JSON.stringify({ ...key.export({ format: 'jwk' }), ...more })
const read = (text: string) => {
  const result = parsePublicKey(text)
  return result.ok ? result.value : result.reason
}

test.each([
  ['ed25519', ['EdDSA']],
  ['p256', ['ES256']],
  ['rsa', ['PS256', 'RS256']],
] as const)(
  '%s as PEM and as JWK gives the same key, with the thumbprint of RFC 7638 as its id',
  async (kind, algorithms) => {
    const { publicKey } = pairs[kind]
    const thumbprint = await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }) as JsonWebKey)
    const expected = {
      kid: thumbprint,
      thumbprint,
      algorithms,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    }
    expect(read(pem(publicKey))).toEqual(expected)
    expect(read(`\n ${pem(publicKey).replaceAll('\n', '\r\n')} `)).toEqual(expected)
    expect(read(jwk(publicKey))).toEqual(expected)
    expect(read(jwk(publicKey, { kid: 'ours', use: 'sig' }))).toEqual({ ...expected, kid: 'ours' })
  },
)

test('an RSA key as PKCS #1', () => {
  expect(read(String(pairs.rsa.publicKey.export({ format: 'pem', type: 'pkcs1' })))).toMatchObject({
    algorithms: ['PS256', 'RS256'],
  })
})

test("a JWK's own algorithm is the only one, also under its newer name", () => {
  expect(read(jwk(pairs.rsa.publicKey, { alg: 'PS256' }))).toMatchObject({ algorithms: ['PS256'] })
  expect(read(jwk(pairs.ed25519.publicKey, { alg: 'Ed25519' }))).toMatchObject({ algorithms: ['EdDSA'] })
})

// ASVS 13.3.1
test.each([
  ...Object.values(pairs).flatMap(({ privateKey }) => [
    String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    jwk(privateKey),
    JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
    `${jwk(privateKey)},`,
  ]),
  String(pairs.rsa.privateKey.export({ format: 'pem', type: 'pkcs1' })),
  String(pairs.p256.privateKey.export({ format: 'pem', type: 'sec1' })),
  pem(pairs.p256.publicKey) + String(pairs.p256.privateKey.export({ format: 'pem', type: 'pkcs8' })),
  '{"kty":"oct","k":"AAAA"}',
  "{ kty: 'OKP', d: 'AAAA' }",
])('a private key is refused as such', (text) => {
  expect(read(text)).toBe('private_key')
})

// The list of libsodium, without the sign of x. The last two are not reduced.
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].flatMap((hex) => [0, 0x80].map((sign) => withSign(hex, sign)))

function withSign(hex: string, sign: number): Buffer {
  const point = Buffer.from(hex, 'hex')
  point[31] = (point[31] as number) | sign
  return point
}

test.each(smallOrder)('the Ed25519 point %# of small order is weak, as JWK and as PEM', (point) => {
  const x = point.toString('base64url')
  expect(read(JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x, kid: 'small' }))).toBe('weak_key')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point])
  const text = `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----`
  expect(read(text)).toBe('weak_key')
})

test.each([
  ['weak_key', pem(rsa(1024).publicKey)],
  ['weak_key', pem(rsa(2047).publicKey)],
  ['weak_key', pem(rsa(2048, 3).publicKey)],
  ['unknown_key', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)],
  ['unknown_key', pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)],
  ['unknown_key', pem(generateKeyPairSync('ed448').publicKey)],
  ['unknown_key', pem(generateKeyPairSync('x25519').publicKey)],
  ['unknown_key', pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey)],
  ['unknown_key', jwk(pairs.rsa.publicKey, { alg: 'RS512' })],
  ['unknown_key', jwk(pairs.p256.publicKey, { alg: 'RS256' })],
  ['unknown_key', jwk(pairs.rsa.publicKey, { use: 'enc' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: '' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: 'x'.repeat(129) })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: 'a\u202eb' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: 'a\u2028b' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: 'a\u3164b' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: 'a\u034fb' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: '\u2800' })],
  ['malformed_key', jwk(pairs.p256.publicKey, { kid: 7 })],
  ['malformed_key', jwk(pairs.p256.publicKey, { x: 'AAAA' })],
  ['malformed_key', pem(pairs.p256.publicKey).slice(0, -40)],
  ['malformed_key', '{'],
  ['malformed_key', '{"keys":[]}'],
  ['malformed_key', 'ssh-ed25519 AAAA'],
  ['malformed_key', ''],
])('%s', (reason, text) => {
  expect(read(text)).toBe(reason)
})
