import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createApplication } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { type CallFilter, searchCalls, toMaskedMsisdn } from './call-log'
import type { MeteredCall } from './recent-calls'

const { owner, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')
const requestId = newId()

/** Each call in a separate batch, a minute after the previous one. */
async function record(applicationId: string, calls: Partial<MeteredCall>[]): Promise<void> {
  for (const [index, call] of calls.entries())
    await recordCalls(gateway, applicationId, [{ at: noon + index * 60_000, ...call }])
}

async function make(): Promise<string> {
  const { id } = await createApplication(owner)
  await record(id, [
    { endpoint: 'token' },
    { endpoint: 'token', status: 401, errorCode: 'invalid_client', hint: 'wrong_secret' },
    { status: 404, errorCode: 'account_not_found', msisdn: '221771234567', requestId },
    { status: 429, errorCode: 'quota_exceeded' },
    { status: 503, errorCode: 'unavailable' },
  ])
  return id
}

test('calls are found by each criterion, newest first, and only the application’s own', async () => {
  const id = await make()
  const other = await make()
  const statuses = async (filter: CallFilter) =>
    (await searchCalls(id, filter, 50)).calls.map(({ status }) => status)
  expect(await statuses({})).toEqual([503, 429, 404, 401, 200])
  expect(await statuses({ status: 'refused' })).toEqual([404, 401])
  expect(await statuses({ status: 'limited' })).toEqual([429])
  expect(await statuses({ status: 'failed' })).toEqual([503])
  expect(await statuses({ status: '404' })).toEqual([404])
  expect(await statuses({ status: 'succeeded', endpoint: 'account' })).toEqual([])
  expect(await statuses({ endpoint: 'token' })).toEqual([401, 200])
  expect(await statuses({ code: 'invalid_client' })).toEqual([401])
  expect(await statuses({ msisdn: '221*******67' })).toEqual([404])
  expect(await statuses({ msisdn: '221*******68' })).toEqual([])
  expect(await statuses({ requestId })).toEqual([404])
  expect(await statuses({ requestId: "' OR 1=1 --" })).toEqual([])
  expect(await statuses({ from: new Date(noon + 60_000), to: new Date(noon + 180_000) })).toEqual([404, 401])
  const [own, theirs] = await Promise.all([id, other].map((each) => searchCalls(each, { requestId }, 50)))
  expect(own?.calls[0]?.id).not.toBe(theirs?.calls[0]?.id)
})

test('pages follow each other without a gap', async () => {
  const id = await make()
  const first = await searchCalls(id, {}, 2)
  const second = await searchCalls(id, {}, 2, first.older ?? undefined)
  const third = await searchCalls(id, {}, 2, second.older ?? undefined)
  expect([first, second, third].map(({ calls }) => calls.map(({ status }) => status))).toEqual([
    [503, 429],
    [404, 401],
    [200],
  ])
  expect(third.older).toBeNull()
})

test.each([
  ['221771234567', '221*******67'],
  ['+221 77 123-45-67', '221*******67'],
  ['221*******67', '221*******67'],
  ['221**', null],
  ['%', null],
  ['00221771234567', null],
])('%j is looked for as %j', (text, masked) => {
  expect(toMaskedMsisdn(text)).toBe(masked)
})
