import { beforeAll, describe, expect, test } from 'vitest'
import { generateKey } from '@/lib/keyring'
import { type Client, createAccount, createClient } from '@/test/factories'
import { askBalance, fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const world = withGateways()
let gateway: TestGateway
let client: Client
let other: Client

beforeAll(async () => {
  gateway = await world.start()
  client = await createClient(world.owner)
  other = await createClient(world.owner)
  await createAccount(world.owner, '221771234567')
})

function post(path: string, caller: Client, parameters: Record<string, string>, inHeader = false) {
  const { clientId: client_id, clientSecret: client_secret } = caller
  const credentials: Record<string, string> = inHeader ? {} : { client_id, client_secret }
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  return fetch(gateway.url + path, {
    method: 'POST',
    headers: inHeader ? { authorization } : {},
    body: new URLSearchParams({ ...credentials, ...parameters }),
  })
}

const readBalance = async (token: string) => (await askBalance(gateway, token, '221771234567')).status

describe('metadata', () => {
  const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
  const algorithms = ['EdDSA', 'ES256', 'PS256', 'RS256']

  test('GET /.well-known/oauth-authorization-server (RFC 8414)', async () => {
    const response = await fetch(`${gateway.url}/.well-known/oauth-authorization-server`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      issuer: 'http://auth.localhost',
      token_endpoint: 'http://auth.localhost/oauth/token',
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      service_documentation: 'http://portal.localhost/docs',
      revocation_endpoint: 'http://auth.localhost/oauth/revoke',
      revocation_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
      introspection_endpoint: 'http://auth.localhost/oauth/introspect',
      introspection_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    })
  })
  test('GET /.well-known/oauth-protected-resource (RFC 9728)', async () => {
    const response = await fetch(`${gateway.url}/.well-known/oauth-protected-resource`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      resource: 'http://api.localhost',
      authorization_servers: ['http://auth.localhost'],
      bearer_methods_supported: ['header'],
      resource_name: 'eWallet API',
      resource_documentation: 'http://portal.localhost/docs',
    })
  })
})

describe('POST /oauth/revoke (RFC 7009)', () => {
  // ASVS 10.4.9
  test("one's own token ends immediately", async () => {
    const token = await fetchToken(gateway, client)
    const response = await post('/oauth/revoke', client, { token, token_type_hint: 'refresh_token' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    expect(await readBalance(token)).toBe(401)
    expect(await fetchToken(gateway, client)).not.toBe(token)
  })
  test("another's or an unknown token: 200 without effect", async () => {
    const token = await fetchToken(gateway, client)
    expect((await post('/oauth/revoke', other, { token }, true)).status).toBe(200)
    expect((await post('/oauth/revoke', other, { token: 'unknown' })).status).toBe(200)
    expect(await readBalance(token)).toBe(200)
  })
  // ASVS 10.4.10
  test('the client authenticates as at the token endpoint', async () => {
    const wrong = { ...client, clientSecret: other.clientSecret }
    const response = await post('/oauth/revoke', wrong, { token: 'x' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="sandbox"')
    expect(await response.json()).toEqual({
      error: 'invalid_client',
      error_description: 'Client authentication failed.',
    })
  })
  test('without a token: 400 invalid_request', async () => {
    const response = await post('/oauth/revoke', client, {})
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: 'The parameter token is missing.',
    })
  })
})

describe('POST /oauth/introspect (RFC 7662)', () => {
  test("one's own live token", async () => {
    const token = await fetchToken(gateway, client)
    const response = await post('/oauth/introspect', client, { token }, true)
    const answer = await response.json()
    expect(answer).toEqual({
      active: true,
      client_id: client.clientId,
      sub: client.clientId,
      token_type: 'Bearer',
      iss: 'http://auth.localhost',
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
    expect(answer.exp - answer.iat).toBe(300)
    expect(Math.abs(answer.iat - Date.now() / 1000)).toBeLessThan(5)
  })
  test("another's, an unknown and an ended token", async () => {
    const token = await fetchToken(gateway, client)
    for (const [caller, asked] of [
      [other, token],
      [client, 'unknown'],
    ] as const)
      expect(await (await post('/oauth/introspect', caller, { token: asked })).text()).toBe(
        '{"active":false}',
      )
    await post('/oauth/revoke', client, { token })
    expect(await (await post('/oauth/introspect', client, { token })).text()).toBe('{"active":false}')
  })
  test('the client authenticates as at the token endpoint', async () => {
    const wrong = { ...client, clientSecret: other.clientSecret }
    expect((await post('/oauth/introspect', wrong, { token: 'x' })).status).toBe(401)
    expect((await post('/oauth/introspect', client, {})).status).toBe(400)
  })
})

describe('health', () => {
  test('GET /healthz and /readyz: 200 with JSON', async () => {
    for (const [path, status] of [
      ['/healthz', 'alive'],
      ['/readyz', 'ready'],
    ] as const) {
      const response = await fetch(gateway.url + path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status })
    }
  })
  test('GET /readyz: 503 while its keys are not those of the database', async () => {
    const wrong = await world.start({ secretHashKeys: [generateKey('other')] })
    const response = await fetch(`${wrong.url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'unavailable', reason: 'keys_do_not_match' })
    expect(wrong.logs.join()).toContain('SECRET_HASH_KEYS: data is stored under key test')
  })
})
