import { expect, test } from 'vitest'
import { findApplicationFor } from '@/lib/applications/queries'
import { newId } from '@/lib/ids'
import { createApplication, createDeveloper } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { listActivity } from './activity'
import { findHealth } from './health'
import { findCallsOfRequest, findFirstSteps, findLastCallWithCode, listPeaks } from './queries'
import type { MeteredCall } from './request-log'

const { owner, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')

/** Each call in a separate batch, at noon unless it says otherwise. */
async function record(applicationId: string, calls: Partial<MeteredCall>[]): Promise<void> {
  for (const call of calls) await recordCalls(gateway, applicationId, [{ at: noon, ...call }])
}

test('a request id finds calls of this application only', async () => {
  const stranger = (await createDeveloper()).id
  const requestId = newId()
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

test('the list of applications, the busiest minutes and an application’s day count the same hours', async () => {
  const { id, developerId } = await createApplication(owner)
  const [minute, hour] = [60_000, 3_600_000]
  const at = new Date(noon + 30 * minute)
  // The first is within 24 hours, in the hour before the first by the clock.
  await record(id, [
    { at: noon - 24 * hour + 45 * minute },
    { at: noon - 23 * hour + 5 * minute },
    { at: noon + 7 * minute },
  ])
  const peaks = await listPeaks(id, at)
  expect([peaks[0], peaks[23]]).toEqual([
    { calls: 1, minute: 5 },
    { calls: 1, minute: 7 },
  ])
  const { applications } = await listActivity(developerId, at, { page: 1, perPage: 1 })
  expect(peaks.map(({ calls }) => calls)).toEqual(applications[0]?.hours.map(({ calls }) => calls))
  expect((await findHealth(id, at)).day.succeeded).toBe(applications[0]?.day.calls)
})

test('the first steps complete themselves, each from its own kind of call', async () => {
  const { id } = await createApplication(owner)
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
  const { id } = await createApplication(owner)
  const { id: other } = await createApplication(owner)
  await record(id, [
    { endpoint: 'token', at: noon - 120_000 },
    { endpoint: 'token', status: 401 },
  ])
  await record(other, [{ status: 429 }])
  expect(await findFirstSteps(id)).toMatchObject({ token: true, refusalHandled: false, limitMet: false })
})

test('the last call that ended with a code is the application’s own and the newest', async () => {
  const { id } = await createApplication(owner)
  const { id: other } = await createApplication(owner)
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
