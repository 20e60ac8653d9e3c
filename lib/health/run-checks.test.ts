import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetFailures } from '@/lib/identity/provider-fetch'
import { checkProvider } from './run-checks'

let server: Server
let issuer: string
let respond: RequestListener

beforeEach(async () => {
  forgetFailures()
  server = await listening()
  issuer = `${addressOf(server)}/realms/staff`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function listening(): Promise<Server> {
  const started = createServer((request, response) => respond(request, response))
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  return started
}

const addressOf = (each: Server) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`

/** A provider with these metadata and keys. */
function serve(metadata: object | string, keys: object = { keys: [{ kty: 'RSA' }] }) {
  respond = ({ url }, response) => {
    if (url === '/realms/staff/.well-known/openid-configuration')
      return response.end(typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
    return url === '/keys' ? response.end(JSON.stringify(keys)) : response.writeHead(404).end()
  }
  return { issuer, jwks_uri: new URL('/keys', issuer).href }
}

test('a provider that is complete is good, also with a slash after its issuer', async () => {
  serve({ ...serve({}) })
  expect(await checkProvider(issuer)).toEqual({ check: 'provider', outcome: 'good', values: { issuer } })
  serve({ ...serve({}), issuer: `${issuer}/` })
  expect(await checkProvider(`${issuer}/`)).toMatchObject({ outcome: 'good' })
})

test('without OIDC_ISSUER there is nothing to check', async () => {
  expect(await checkProvider(undefined)).toMatchObject({ outcome: 'unused' })
})

test('a provider that is away, has no metadata there, or responds with something else', async () => {
  const address = `${issuer}/.well-known/openid-configuration`
  respond = (_request, response) => response.writeHead(404).end()
  expect(await checkProvider(issuer)).toEqual({
    check: 'provider',
    outcome: 'unreachable',
    values: { address, reason: 'HTTP 404' },
  })
  forgetFailures()
  serve('<html>')
  expect(await checkProvider(issuer)).toMatchObject({
    outcome: 'unreachable',
    values: { reason: 'malformed' },
  })
  forgetFailures()
  // No one listens at its port any more.
  const other = await listening()
  const silent = addressOf(other)
  await new Promise((done) => other.close(done))
  expect(await checkProvider(silent)).toMatchObject({
    outcome: 'unreachable',
    values: { reason: 'ECONNREFUSED' },
  })
})

test('another issuer than the configured one', async () => {
  const named = `${issuer}-2`
  serve({ ...serve({}), issuer: named })
  expect(await checkProvider(issuer)).toMatchObject({ outcome: 'other_issuer', values: { issuer, named } })
})

test('no keys, or none that can be read', async () => {
  serve({ issuer })
  expect(await checkProvider(issuer)).toMatchObject({ outcome: 'no_keys' })
  const complete = serve({})
  serve(complete, { keys: [] })
  expect(await checkProvider(issuer)).toMatchObject({
    outcome: 'no_keys',
    values: { address: complete.jwks_uri },
  })
  serve({ ...complete, jwks_uri: new URL('/nothing', issuer).href })
  expect(await checkProvider(issuer)).toMatchObject({
    outcome: 'unreachable',
    values: { address: expect.stringContaining('/nothing'), reason: 'HTTP 404' },
  })
})
