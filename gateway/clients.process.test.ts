import { spawn, spawnSync } from 'node:child_process'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { ClientCredentials } from 'simple-oauth2'
import { beforeAll, describe, expect, test } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { createKeyClient, type KeyClient } from '@/test/client-keys'
import { type Client, createAccount, createClient } from '@/test/factories'
import { type TestGateway, withGateways } from '@/test/gateway'

// Published client libraries with their defaults: each gets a token and reads a balance.

const world = withGateways()
let gateway: TestGateway
let client: Client
let keyClient: KeyClient

beforeAll(async () => {
  // Its metadata has the URL before the gateway listens.
  const port = await findFreePorts(1)
  const address = `http://127.0.0.1:${port}`
  gateway = await world.start({ authUrl: address, baseUrl: address, port })
  client = await createClient(world.owner)
  keyClient = await createKeyClient(world.owner)
  await createAccount(world.owner, '221771234567')
}, 120_000)

async function expectBalance(token: string): Promise<void> {
  const response = await fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=%2B221771234567`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await response.json()).balance).toEqual({ value: 12500, unit: 'XOF' })
}

describe('openid-client', () => {
  test('discovers, gets a token, reads a balance, introspects and revokes', async () => {
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
  test('with a key (private_key_jwt)', async () => {
    const { clientId, key } = keyClient
    const insecure = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] }
    const method = openid.PrivateKeyJwt(key.privateKey)
    const config = await openid.discovery(new URL(gateway.url), clientId, undefined, method, insecure)
    expect(config.serverMetadata()).toMatchObject({
      token_endpoint_auth_signing_alg_values_supported: ['EdDSA', 'ES256', 'PS256', 'RS256'],
    })
    const tokens = await openid.clientCredentialsGrant(config)
    await expectBalance(tokens.access_token)
    expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(true)
    await openid.tokenRevocation(config, tokens.access_token)
    expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(false)
  })
  test('distinguishes a wrong secret from a fault', async () => {
    const insecure = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] }
    const config = await openid.discovery(new URL(gateway.url), client.clientId, 'wrong', undefined, insecure)
    await expect(openid.clientCredentialsGrant(config)).rejects.toMatchObject({ cause: expect.anything() })
  })
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

test('simple-oauth2', async () => {
  const caller = new ClientCredentials({
    client: { id: client.clientId, secret: client.clientSecret },
    auth: { tokenHost: gateway.url },
  })
  const { token } = await caller.getToken({})
  expect(token.token_type).toBe('Bearer')
  await expectBalance(String(token.access_token))
})

const python = '/usr/bin/python3'
const script = `
import os, sys
os.environ['OAUTHLIB_INSECURE_TRANSPORT'] = '1'
from oauthlib.oauth2 import BackendApplicationClient
from requests_oauthlib import OAuth2Session
url, client_id, client_secret = sys.argv[1:4]
session = OAuth2Session(client=BackendApplicationClient(client_id=client_id))
session.fetch_token(token_url=url + '/oauth/token', client_id=client_id, client_secret=client_secret)
print(session.get(url + '/api/eWallet/v1/account', params={'msisdn': '+221771234567'}).text)
`

/** Debian's package, installed if it is missing and we may; otherwise reported as skipped. */
function findPython(): boolean {
  const imports = () => spawnSync(python, ['-c', 'import requests_oauthlib']).status === 0
  if (imports()) return true
  if (process.getuid?.() !== 0) return false
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'python3-requests-oauthlib'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 90_000,
  })
  return imports()
}

const title = "Python's requests-oauthlib (needs python3-requests-oauthlib)"

test.skipIf(!findPython())(title, { timeout: 30_000 }, async () => {
  const child = spawn(python, ['-c', script, gateway.url, client.clientId, client.clientSecret])
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect({ code, output: output.trim() }).toEqual({
    code: 0,
    output: expect.stringContaining('"balance":{"value":12500,"unit":"XOF"}'),
  })
})
