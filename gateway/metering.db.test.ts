import { beforeAll, describe, expect, test } from 'vitest'
import { createOperationsServer } from '@/lib/operations-server'
import { searchCalls } from '@/lib/usage/call-log'
import { findUsage, listCodes } from '@/lib/usage/history'
import { createMeter } from '@/lib/usage/meter'
import { findCallsOfRequest } from '@/lib/usage/queries'
import type { MeteredCall } from '@/lib/usage/request-log'
import { type Client, createAccount, createClient } from '@/test/factories'
import { askBalance, askToken, fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { quickCall } from '@/test/metered-calls'

const world = withGateways()
let gateway: TestGateway
let client: Client

beforeAll(async () => {
  gateway = await world.start({ rateLimit: 5 })
  client = await createClient(world.owner)
  await createAccount(world.owner, '221771234567')
  await createAccount(world.owner, '221770000002', { outage: true })
})

const requestId = '0199f3a0-0000-7000-8000-00000000000a'

test('calls are counted by application, minute, endpoint and outcome, and the last ones are kept', async () => {
  const from = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const token = await fetchToken(gateway, client)
  await fetchToken(gateway, client)
  await askBalance(gateway, token, '221771234567', { 'x-request-id': requestId })
  await askBalance(gateway, token, '221770000009')
  await askBalance(gateway, token, 'x')
  await askBalance(gateway, token, '221770000002')
  await askBalance(gateway, token, '221771234567')
  await askBalance(gateway, token, '221771234567')
  await askToken(gateway, { ...client, clientSecret: 'wrong' })
  await gateway.flushMeters()

  const to = new Date(from.getTime() + 120_000)
  const { points, total } = await findUsage(client.applicationId, from, to, 1)
  expect(points).toHaveLength(2)
  expect(total).toMatchObject({ succeeded: 4, refused: 3, limited: 1, failed: 1 })
  expect(total).toMatchObject({ tokensMinted: 1, tokensReused: 1 })
  expect(points.find((point) => point.succeeded > 0)?.p99).toBeGreaterThan(0)
  expect(await listCodes({ applicationId: client.applicationId, from, to, stepMinutes: 1 })).toEqual(
    ['account_not_found', 'invalid_client', 'invalid_msisdn', 'quota_exceeded', 'unavailable'].map(
      (code) => ({
        code,
        calls: 1,
      }),
    ),
  )

  const { calls } = await searchCalls(client.applicationId, {}, 50)
  const seen = calls.map(({ endpoint, status, errorCode, hint, maskedMsisdn }) => [
    endpoint,
    status,
    errorCode,
    hint,
    maskedMsisdn,
  ])
  expect(seen).toEqual([
    ['token', 401, 'invalid_client', 'wrong_secret', null],
    ['account', 429, 'quota_exceeded', null, '221*******67'],
    ['account', 200, null, null, '221*******67'],
    ['account', 503, 'unavailable', 'simulated', '221*******02'],
    ['account', 400, 'invalid_msisdn', null, null],
    ['account', 404, 'account_not_found', null, '221*******09'],
    ['account', 200, null, null, '221*******67'],
    ['token', 200, null, null, null],
    ['token', 200, null, null, null],
  ])
  expect(calls[6]).toMatchObject({ requestId, address: '127.0.0.1' })
})

// ASVS 16.3.3
test('credentials used at the other environment leave a hint for their owner', async () => {
  const production = await createClient(world.owner, { environment: 'production' })
  await expect(fetchToken(gateway, production)).rejects.toThrow('401')
  await gateway.flushMeters()
  const [call] = (await searchCalls(production.applicationId, {}, 1)).calls
  expect(call).toMatchObject({ endpoint: 'token', status: 401, hint: 'other_environment' })
})

test('the last use of a secret is written, to the minute', async () => {
  const { rows } = await world.owner.query(
    'SELECT last_used_at, last_used_address FROM client_secret WHERE id = $1',
    [client.secretId],
  )
  expect(Math.abs(rows[0].last_used_at.getTime() - Date.now())).toBeLessThan(60_000)
  expect(rows[0].last_used_address).toBe('127.0.0.1')
})

test('two flushes of the same minute add up', async () => {
  const other = await createClient(world.owner)
  for (let round = 0; round < 2; round++) {
    await fetchToken(gateway, other)
    await gateway.flushMeters()
  }
  const { rows } = await world.owner.query(
    'SELECT sum(succeeded)::int AS calls, sum(tokens_minted)::int AS minted FROM usage_minute WHERE application_id = $1',
    [other.applicationId],
  )
  expect(rows).toEqual([{ calls: 2, minted: 1 }])
})

describe('the meter in memory', () => {
  const call = (applicationId: string, more: Partial<MeteredCall> = {}): MeteredCall => ({
    ...quickCall,
    applicationId,
    requestId,
    at: 1_800_000_000_000,
    ...more,
  })

  test('holds 50,000 rows at most, writes 1,000 at a time, and keeps what could not be written', () => {
    const dropped: Record<string, number> = { usage: 0, recent_call: 0 }
    const meter = createMeter((what, count) => {
      dropped[what] = (dropped[what] ?? 0) + count
    })
    for (let index = 0; index < 50_010; index++) meter.record(call(`a${index}`))
    expect(dropped.usage).toBe(10)
    const batch = meter.take()
    expect(batch.usage).toHaveLength(1000)
    meter.giveBack(batch)
    meter.record(call('one more'))
    expect(dropped.usage).toBe(11)
    // Unchanged, and nothing else with it: it may turn out to have been written.
    const again = meter.take()
    expect(again).toMatchObject({ flushId: batch.flushId, usage: batch.usage })
    meter.giveBack(again)
    let rows = 0
    while (!meter.isEmpty()) rows += meter.take().usage.length
    expect(rows).toBe(50_000)
  })

  test('a rehearsal with a call that it could not count is written once, later if that fails', () => {
    const meter = createMeter(() => {})
    meter.noteUncounted('a', 'b', 'a')
    const batch = meter.take()
    expect(batch.uncounted).toEqual(['a', 'b'])
    meter.noteUncounted('b')
    meter.giveBack(batch)
    expect(meter.isEmpty()).toBe(false)
    expect(meter.take().uncounted).toEqual(['b', 'a'])
    expect(meter.isEmpty()).toBe(true)
  })

  test('a new minute is a new row', () => {
    const meter = createMeter(() => {})
    meter.record(call('a', { at: 1_800_000_059_999 }))
    meter.record(call('a', { at: 1_800_000_060_000 }))
    expect(meter.take().usage.map(({ minute }) => minute)).toEqual([1_800_000_000_000 + 0, 1_800_000_060_000])
  })
})

// ASVS 13.4.5
test('metrics show rates, errors, latency, pool, batches, tokens and limits, on a separate port', async () => {
  const server = createOperationsServer({
    registry: gateway.context.metrics.registry,
    logger: gateway.context.logger,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const line of [
    'guichet_requests_total{endpoint="account",status="200",environment="sandbox"} 2',
    'guichet_request_seconds_bucket',
    'guichet_lookup_batch_size_bucket',
    'guichet_pool_connections',
    'guichet_errors_total{endpoint="account",code="account_not_found",environment="sandbox"} 1',
    'guichet_tokens_total{outcome="minted",environment="sandbox"} 2',
    'guichet_tokens_total{outcome="reused",environment="sandbox"} 2',
    'guichet_limited_total{limit="application",environment="sandbox"} 1',
    'guichet_requests_in_flight',
    'guichet_meters_dropped_total{kind="usage",environment="sandbox"} 0',
    'guichet_meters_dropped_total{kind="recent_call",environment="sandbox"} 0',
  ])
    expect(text).toContain(line)
  server.close()
})

test('an error is kept as it was returned, a success without its content', async () => {
  const own = await createClient(world.owner)
  const token = await fetchToken(gateway, own)
  const id = '0199f3a0-0000-7000-8000-00000000000b'
  const refused = await askBalance(gateway, token, '12', { 'x-request-id': id })
  await askBalance(gateway, token, '221771234567')
  await gateway.flushMeters()
  const [call] = await findCallsOfRequest(own.applicationId, id)
  expect(call?.method).toBe('GET')
  const [headers = '', body = ''] = (call?.response ?? '').split('\n\n')
  expect(body).toBe(await refused.text())
  for (const [name, value] of refused.headers)
    if (!['connection', 'date', 'keep-alive', 'transfer-encoding'].includes(name))
      expect(headers.toLowerCase().split('\n')).toContain(`${name}: ${value}`.toLowerCase())
  const { calls } = await searchCalls(own.applicationId, { status: '2xx' }, 50)
  const kept = await Promise.all(calls.map((each) => findCallsOfRequest(own.applicationId, each.requestId)))
  expect(kept.flat().map(({ response }) => response)).toEqual([null, null])
})
