import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { createKeyClient } from '@/test/client-keys'
import { type Client, createAccount, createClient } from '@/test/factories'
import { type TestGateway, withGateways } from '@/test/gateway'

// Published client libraries with their defaults: each gets a token and reads a balance.

const world = withGateways()
let gateway: TestGateway
let client: Client

beforeAll(async () => {
  // Its metadata has the URL before the gateway listens.
  const port = await findFreePorts(1)
  const address = `http://127.0.0.1:${port}`
  gateway = await world.start({ authUrl: address, baseUrl: address, port })
  client = await createClient(world.owner)
  await createAccount(world.owner, '221771234567')
}, 120_000)

async function expectBalance(token: string): Promise<void> {
  const response = await fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=%2B221771234567`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await response.json()).balance).toEqual({ value: 12500, unit: 'XOF' })
}

test('openid-client discovers, gets a token, reads a balance, introspects and revokes', async () => {
  const insecure = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] }
  const config = await openid.discovery(
    new URL(gateway.url),
    client.clientId,
    client.clientSecret,
    undefined,
    insecure,
  )
  const tokens = await openid.clientCredentialsGrant(config)
  expect(tokens.expiresIn()).toBeGreaterThan(89)
  const balance = await openid.fetchProtectedResource(
    config,
    tokens.access_token,
    new URL(`${gateway.url}/api/eWallet/v1/account?msisdn=221771234567`),
    'GET',
  )
  expect(await balance.json()).toMatchObject({ msisdn: '221771234567' })
  expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(true)
  await openid.tokenRevocation(config, tokens.access_token)
  expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(false)
})

describe('oauth4webapi', () => {
  test.each([
    ['body credentials', oauth.ClientSecretPost],
    ['HTTP Basic', oauth.ClientSecretBasic],
  ])('with %s', async (_name, method) => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(gateway.url)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    const caller = { client_id: client.clientId }
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      caller,
      method(client.clientSecret),
      new URLSearchParams(),
      insecure,
    )
    const tokens = await oauth.processClientCredentialsResponse(server, caller, response)
    await expectBalance(tokens.access_token)
  })
  test.each(['EdDSA', 'ES256', 'PS256', 'RS256'])('with a key for %s', async (algorithm) => {
    const { clientId: client_id, key } = await createKeyClient(world.owner, { algorithm })
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(gateway.url)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    const method = oauth.PrivateKeyJwt(key.privateKey)
    const none = new URLSearchParams()
    const response = await oauth.clientCredentialsGrantRequest(server, { client_id }, method, none, insecure)
    const tokens = await oauth.processClientCredentialsResponse(server, { client_id }, response)
    await expectBalance(tokens.access_token)
  })
  test('finds the authorization server through the protected resource (RFC 9728)', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const resource = new URL(gateway.url)
    const response = await oauth.resourceDiscoveryRequest(resource, insecure)
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response)
    expect(metadata.authorization_servers).toEqual([gateway.url])
  })
})
