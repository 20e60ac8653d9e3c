import { expect, test } from 'vitest'
import { findApplicationFor } from '@/lib/applications/queries'
import { newId } from '@/lib/ids'
import { createApplication, createDeveloper } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import {
  findCallsOfRequest,
  findFirstSteps,
  findLastCallWithCode,
  findRecentCalls,
  findUsage,
} from './queries'
import type { MeteredCall } from './recent-calls'

const { owner, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')

/** Each call in a separate batch, at noon unless it says otherwise. */
async function record(applicationId: string, calls: Partial<MeteredCall>[]): Promise<void> {
  for (const call of calls) await recordCalls(gateway, applicationId, [{ at: noon, ...call }])
}

test('calls are summed in steps, without those outside the range and those of others', async () => {
  const [id, other] = [newId(), newId()]
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
    { at: new Date(noon), succeeded: 2, tokensMinted: 1, tokensReused: 1, p50: 5, p95: 5 },
    { at: new Date(noon + 300_000), succeeded: 0, refused: 1, limited: 1, p50: 50, p95: Infinity },
    { at: new Date(noon + 600_000), failed: 1, tokensMinted: 0 },
  ])
  expect(total).toEqual({
    succeeded: 2,
    refused: 1,
    limited: 1,
    failed: 1,
    tokensMinted: 1,
    tokensReused: 1,
    p50: 5,
    p95: Infinity,
  })
})

test('an application that never called has empty steps', async () => {
  const { points, total } = await findUsage(newId(), new Date(noon), new Date(noon + 60_000), 1)
  expect(points).toMatchObject([{ succeeded: 0, p50: null, p95: null }])
  expect(total).toMatchObject({ succeeded: 0, p95: null })
})

test('the last calls come newest first and can be filtered', async () => {
  const id = newId()
  await record(id, [
    { endpoint: 'token' },
    { endpoint: 'token', status: 401, errorCode: 'invalid_client', hint: 'wrong_secret' },
    { status: 404, errorCode: 'account_not_found', msisdn: '221771234567' },
    { status: 429, errorCode: 'quota_exceeded' },
    { status: 503, errorCode: 'unavailable' },
  ])
  const statuses = async (
    ...sieve: Parameters<typeof findRecentCalls> extends [string, ...infer R] ? R : []
  ) => (await findRecentCalls(id, ...sieve)).map(({ status }) => status)
  expect(await statuses()).toEqual([503, 429, 404, 401, 200])
  expect(await statuses({ outcome: 'refused' })).toEqual([404, 401])
  expect(await statuses({ outcome: 'limited' })).toEqual([429])
  expect(await statuses({ outcome: 'failed' })).toEqual([503])
  expect(await statuses({ outcome: 'succeeded', endpoint: 'account' })).toEqual([])
  expect(await statuses({ endpoint: 'token' }, 1)).toEqual([401])
  expect((await findRecentCalls(id, { outcome: 'refused' }))[0]?.maskedMsisdn).toBe('221*******67')
})

test('a request id finds calls of this application only', async () => {
  const [stranger, requestId] = [(await createDeveloper()).id, newId()]
  const { id, developerId } = await createApplication(owner)
  const other = await createApplication(owner, { developerId: stranger })
  await record(id, [{ requestId, endpoint: 'token' }, { requestId, status: 404 }, {}])
  const found = await findCallsOfRequest(id, requestId)
  expect(found.map(({ endpoint }) => endpoint)).toEqual(['account', 'token'])
  expect(await findCallsOfRequest(other.id, requestId)).toEqual([])
  expect(await findCallsOfRequest(id, 'nonsense')).toEqual([])
  // The pages reach an application through this alone.
  expect(await findApplicationFor(developerId, 'usage', id)).toMatchObject({ id })
  expect(await findApplicationFor(stranger, 'usage', id)).toBeNull()
})

test('the first steps complete themselves, each from its own kind of call', async () => {
  const id = newId()
  const taken = async () =>
    Object.entries(await findFirstSteps(id)).flatMap(([step, done]) => (done ? [step] : []))
  const steps: [Partial<MeteredCall>, string[]][] = [
    [{ endpoint: 'token', status: 401 }, []],
    [{ status: 400, errorCode: 'invalid_msisdn' }, []],
    [{ endpoint: 'token', at: noon + 60_000 }, ['token', 'refusalHandled']],
    [{ status: 200 }, ['token', 'balance', 'refusalHandled']],
    [
      { status: 404, errorCode: 'account_not_found' },
      ['token', 'balance', 'unknownAccount', 'refusalHandled'],
    ],
    [{ status: 429 }, ['token', 'balance', 'unknownAccount', 'refusalHandled', 'limitMet']],
  ]
  expect(await taken()).toEqual([])
  for (const [call, expected] of steps) {
    await record(id, [call])
    expect(await taken()).toEqual(expected)
  }
  // The calls themselves are deleted, but not the completed steps.
  await owner.query('DELETE FROM recent_call WHERE application_id = $1', [id])
  await record(id, [{ at: noon + 600_000 }])
  expect(await taken()).toContain('unknownAccount')
})

test('a token before the refusal handles nothing, and the calls of others complete no step', async () => {
  const [id, other] = [newId(), newId()]
  await record(id, [
    { endpoint: 'token', at: noon - 120_000 },
    { endpoint: 'token', status: 401 },
  ])
  await record(other, [{ status: 429 }])
  expect(await findFirstSteps(id)).toMatchObject({ token: true, refusalHandled: false, limitMet: false })
})

test('the last call that ended with a code is the application’s own and the newest', async () => {
  const [id, other] = [newId(), newId()]
  const refused = { endpoint: 'token', status: 401, errorCode: 'invalid_client' } as const
  const newest = newId()
  await record(id, [
    refused,
    { ...refused, requestId: newest },
    { status: 404, errorCode: 'account_not_found' },
  ])
  await record(other, [refused])
  expect(await findLastCallWithCode(id, 'invalid_client')).toMatchObject({
    requestId: newest,
    applicationId: id,
  })
  expect(await findLastCallWithCode(id, 'invalid_token')).toBeNull()
})
