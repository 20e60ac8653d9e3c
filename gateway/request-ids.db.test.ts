import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { hashToken } from '@/lib/tokens/token'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { type LoggedStatement, readStatements } from '@/test/statements'
import type { Exchange } from './exchange'

const msisdn = '221771234567'
const lookupTimeoutMs = 10_000
const world = withGateways()
let client: Client
let gateway: TestGateway
let logged: LoggedStatement[]

beforeAll(async () => {
  await createAccount(world.owner, msisdn)
  await world.database.logStatements()
  const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-logged', lookupTimeoutMs)
  logged = readStatements(pool)
  gateway = await world.start({ pool, lookupTimeoutMs })
  client = await createClient(world.owner)
})

/** Which statements PostgreSQL logged with the request's id among their parameters. */
function statementsOf(requestId: string): string[] {
  return logged.filter(({ parameters }) => parameters.includes(requestId)).map(({ name }) => name)
}

async function post(path: string, form: Record<string, string>) {
  const requestId = newId()
  const body = new URLSearchParams({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...form,
  })
  const headers = { 'x-request-id': requestId }
  const response = await fetch(`${gateway.url}${path}`, { method: 'POST', body, headers })
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, requestId])
  return { requestId, text: await response.text() }
}

async function ask(token: string, at = gateway) {
  const requestId = newId()
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId }
  const response = await fetch(`${at.url}/api/eWallet/v1/account?msisdn=${msisdn}`, { headers })
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, requestId])
  return requestId
}

test('PostgreSQL’s log names the request of each statement', async () => {
  const minted = await post('/oauth/token', { grant_type: 'client_credentials' })
  expect(statementsOf(minted.requestId)).toEqual(['find-client', 'mint-tokens'])
  const token = JSON.parse(minted.text).access_token
  expect(statementsOf(await ask(token))).toEqual(['find-bearer'])
  const looked = await post('/oauth/introspect', { token })
  expect(statementsOf(looked.requestId)).toEqual(['find-client', 'find-own-token'])
  const ended = await post('/oauth/revoke', { token })
  expect(statementsOf(ended.requestId)).toEqual(['find-client', 'end-token'])
})

test('a statement names all requests that it answers, and its text none', async () => {
  const tokenHash = hashToken(await fetchToken(gateway, client))
  const asked = [newId(), newId(), newId()]
  const ask = (requestId: string) =>
    gateway.context.account.bearers.load({ tokenHash, msisdn }, { requestId } as Exchange)
  await Promise.all(asked.map(ask))
  const found = logged.filter(({ parameters }) => parameters.includes(`$1 = '${asked.join(' ')}'`))
  expect(found.map(({ name }) => name)).toEqual(['find-bearers'])
  const texts = logged.filter(({ name }) => name === 'find-bearers').map(({ text }) => text)
  expect(new Set(texts).size).toBe(1)
})

test('so do the two statements of a read from a standby', async () => {
  // A standby that is the primary: what matters here is what is sent to it.
  const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-standby', lookupTimeoutMs)
  const there = readStatements(pool)
  const standby = { name: 'itself', read: <T>(work: (from: typeof pool) => Promise<T>) => work(pool) }
  const standbys = { choose: () => standby, ages: () => [], close: async () => {} }
  const own = createPool(world.database.gatewayUrl, 2, 'guichet-test-logged', lookupTimeoutMs)
  logged = readStatements(own)
  const apart = await world.start({ pool: own, lookupTimeoutMs, standbys })
  const requestId = await ask(await fetchToken(apart, client), apart)
  expect(statementsOf(requestId)).toEqual(['find-right'])
  expect(there.map(({ name, parameters }) => [name, parameters.includes(requestId)])).toEqual([
    ['find-account', true],
  ])
  await pool.end()
})
