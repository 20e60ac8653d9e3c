import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { type PrivateKey, writeTokenRequest } from './src/credentials'

const audience = 'https://auth.example.com'

test.each(['EdDSA', 'ES256', 'PS256', 'RS256'])('an assertion is signed with %s', async (alg) => {
  const pair = await generateKeyPair(alg, { extractable: true })
  const named = { kid: 'first', alg }
  const privateKey: PrivateKey = { ...(await exportJWK(pair.privateKey)), ...named }
  const body = await writeTokenRequest({ clientId: 'the-client', privateKey }, audience)
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(pair.publicKey)), ...named }] })
  const { payload } = await jwtVerify(body.get('client_assertion') ?? '', keys, { audience })
  expect(payload).toMatchObject({ iss: 'the-client', sub: 'the-client', jti: expect.any(String) })
  expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(300)
  expect(body.has('client_secret')).toBe(false)
})

test('a key of another kind is refused before anything is sent', async () => {
  const { privateKey } = await generateKeyPair('ES384', { extractable: true })
  const jwk: PrivateKey = await exportJWK(privateKey)
  await expect(writeTokenRequest({ clientId: 'c', privateKey: jwk }, audience)).rejects.toThrow(TypeError)
})
