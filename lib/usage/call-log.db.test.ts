import { expect, test } from 'vitest'
import { createApplication } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { type CallFilter, findNeighbouringRequests, findNewestCall, searchCalls } from './call-log'
import type { MeteredCall } from './request-log'

const { owner, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')

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
    { status: 404, errorCode: 'account_not_found' },
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
  expect(await statuses({ status: '4xx' })).toEqual([429, 404, 401])
  expect(await statuses({ status: '5xx' })).toEqual([503])
  expect(await statuses({ status: '404' })).toEqual([404])
  expect(await statuses({ status: '2xx', endpoint: 'account' })).toEqual([])
  expect(await statuses({ endpoint: 'token' })).toEqual([401, 200])
  expect(await statuses({ code: 'invalid_client' })).toEqual([401])
  expect(await statuses({ from: new Date(noon + 60_000), to: new Date(noon + 180_000) })).toEqual([404, 401])
  const [own, theirs] = await Promise.all([id, other].map((each) => searchCalls(each, {}, 1)))
  expect(own?.calls[0]?.id).not.toBe(theirs?.calls[0]?.id)
})

test('the newest call is another after each, whatever came of it, and only the application’s own', async () => {
  const { id } = await createApplication(owner)
  const seen = [await findNewestCall(id)]
  for (const call of [{ endpoint: 'token' as const }, {}, {}, { status: 429, errorCode: 'quota_exceeded' }]) {
    await record(id, [call])
    seen.push(await findNewestCall(id))
  }
  expect(seen[0]).toBeNull()
  expect(new Set(seen).size).toBe(5)
  await make()
  expect(await findNewestCall(id)).toBe(seen.at(-1))
})

test('the neighbours of a call are those that match', async () => {
  const id = await make()
  const { calls } = await searchCalls(id, {}, 50)
  const ids = (index: number) => calls[index]?.requestId ?? null
  const around = (index: number, filter: CallFilter) =>
    findNeighbouringRequests(id, filter, calls[index]?.id as bigint)
  expect(await around(1, {})).toEqual({ newer: ids(0), older: ids(2) })
  expect(await around(2, { endpoint: 'token' })).toEqual({ newer: null, older: ids(3) })
  expect(await around(4, {})).toEqual({ newer: ids(3), older: null })
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
