import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { createApplication } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { countCalls, findUsage, listCodes } from './history'
import type { MeteredCall } from './request-log'

const { owner, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')
const hour = [new Date(noon), new Date(noon + 3_600_000)] as const

function placeOf(applicationId: string, stepMinutes: number) {
  const [from, to] = hour
  return { applicationId, from, to, stepMinutes }
}

/** Each call in a separate batch, at noon unless it says otherwise. */
async function record(applicationId: string, calls: Partial<MeteredCall>[]): Promise<void> {
  for (const call of calls) await recordCalls(gateway, applicationId, [{ at: noon, ...call }])
}

test('calls are summed in steps, without those outside the range and those of others', async () => {
  const { id } = await createApplication(owner)
  const { id: other } = await createApplication(owner)
  await record(id, [
    { endpoint: 'token', minted: true },
    { endpoint: 'token', minted: false, at: noon + 59_000 },
    { status: 404, latency: 30, at: noon + 5 * 60_000 },
    { status: 429, latency: 2000, at: noon + 6 * 60_000 },
    { status: 503, at: noon + 10 * 60_000 },
    { at: noon - 60_000 },
    { at: noon + 15 * 60_000 },
  ])
  await record(other, [{ at: noon }])
  const { points, total } = await findUsage(id, new Date(noon), new Date(noon + 15 * 60_000), 5)
  expect(points).toMatchObject([
    { at: new Date(noon), succeeded: 2, tokensMinted: 1, tokensReused: 1, p50: 4, p95: 4.9 },
    { at: new Date(noon + 300_000), succeeded: 0, refused: 1, limited: 1, p50: 35, p95: 1900 },
    { at: new Date(noon + 600_000), failed: 1, tokensMinted: 0 },
  ])
  expect(total).toEqual({
    succeeded: 2,
    refused: 1,
    limited: 1,
    failed: 1,
    errors: 3,
    tokensMinted: 1,
    tokensReused: 1,
    p50: 4.7,
    p95: 1750,
    p99: 1950,
  })
})

test('an application that never called has empty steps', async () => {
  const { points, total } = await findUsage(newId(), new Date(noon), new Date(noon + 60_000), 1)
  expect(points).toMatchObject([{ succeeded: 0, p50: null, p95: null, p99: null }])
  expect(total).toMatchObject({ succeeded: 0, p95: null })
})

test('percentiles are estimated within fine buckets', async () => {
  const { id } = await createApplication(owner)
  const calls = Array.from({ length: 100 }, (_, index) => ({ at: noon, latency: 20 + index / 2 }))
  await recordCalls(gateway, id, calls)
  const { total } = await findUsage(id, ...hour, 60)
  // The calls took 20 to 69.5 ms, evenly.
  expect(total.p50).toBeGreaterThan(42)
  expect(total.p50).toBeLessThan(48)
  expect(total.p95).toBeGreaterThan(64)
  expect(total.p99).toBeLessThanOrEqual(70)
})

test('each bound belongs to the bucket that it ends', async () => {
  for (const [latency, p99] of [
    [0, 1],
    [1, 1],
    [1.01, 2],
    [1000, 1000],
    [1000.5, 2000],
    [5000, 5000],
    [60_000, 5000],
  ] as const) {
    const { id } = await createApplication(owner)
    await record(id, [{ latency }])
    expect((await findUsage(id, ...hour, 1)).total.p99, `${latency} ms`).toBeCloseTo(p99, -2)
  }
})

test('rows of the previous version read as its buckets, and it reads ours', async () => {
  const { id } = await createApplication(owner)
  await owner.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, latency_le_25)
     VALUES ($1, '2026-11-20T12:00Z', 'account', 8, 2, 10)`,
    [id],
  )
  const { total } = await findUsage(id, ...hour, 1)
  expect(total).toMatchObject({ succeeded: 8, refused: 2, p50: 20 })
  await record(id, [{ latency: 12 }, { latency: 20 }, { latency: 3000 }])
  const { rows } = await owner.query(
    'SELECT latency_le_25, latency_le_15, latency_over_1000, latency_le_5000 FROM usage_minute WHERE application_id = $1',
    [id],
  )
  expect(rows).toEqual([{ latency_le_25: 12, latency_le_15: 1, latency_over_1000: 1, latency_le_5000: 1 }])
})

test('calls for the reserved number are counted, but not as errors', async () => {
  const { id } = await createApplication(owner)
  const unknown = { status: 404, errorCode: 'account_not_found' }
  await record(id, [{ ...unknown, msisdn: reservedMsisdn }, unknown, { status: 401, msisdn: reservedMsisdn }])
  for (const step of [1, 60]) {
    expect((await findUsage(id, ...hour, step)).total).toMatchObject({ refused: 3, errors: 2 })
    expect(await listCodes(placeOf(id, step))).toEqual([{ code: 'account_not_found', calls: 1 }])
    expect(await countCalls(placeOf(id, step), { code: 'account_not_found' })).toBe(2)
  }
})

test('errors are counted by code, in one batch and across batches', async () => {
  const { id } = await createApplication(owner)
  const { id: other } = await createApplication(owner)
  const unknown = { status: 404, errorCode: 'account_not_found' }
  await recordCalls(gateway, id, [
    { at: noon, ...unknown },
    { at: noon, ...unknown },
    { at: noon + 60_000, ...unknown },
    // The clock went back: a second row of the same minute in one batch.
    { at: noon, ...unknown },
  ])
  await record(id, [unknown, { status: 429, errorCode: 'quota_exceeded' }, {}])
  await record(other, [unknown])
  for (const step of [1, 60])
    expect(await listCodes(placeOf(id, step))).toEqual([
      { code: 'account_not_found', calls: 5 },
      { code: 'quota_exceeded', calls: 1 },
    ])
})

test('how many calls match is counted for each filter of which counts are kept', async () => {
  const { id } = await createApplication(owner)
  await record(id, [
    { endpoint: 'token' },
    {},
    { status: 404, errorCode: 'account_not_found' },
    { status: 429, errorCode: 'quota_exceeded' },
    { status: 503 },
  ])
  const cases = [
    [{}, 5],
    [{ status: '2xx' }, 2],
    [{ status: '4xx' }, 2],
    [{ status: '429' }, 1],
    [{ status: '5xx' }, 1],
    [{ endpoint: 'token' }, 1],
    [{ endpoint: 'account', code: 'quota_exceeded' }, 1],
    [{ status: '404' }, null],
    [{ status: '4xx', code: 'quota_exceeded' }, null],
  ] as const
  for (const step of [1, 60])
    for (const [filter, calls] of cases)
      expect([filter, await countCalls(placeOf(id, step), filter)]).toEqual([filter, calls])
})
