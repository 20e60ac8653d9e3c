import { describe, expect, test, vi } from 'vitest'
import { newId } from '@/lib/ids'
import { quickCall } from '@/test/metered-calls'
import { createRequestLog, type MeteredCall } from './request-log'

const application = newId()

function call(status: number, at: number, applicationId = application): MeteredCall {
  return { ...quickCall, applicationId, requestId: newId(), at, status }
}

function sample(calls: MeteredCall[]) {
  let dropped = 0
  const recent = createRequestLog((count) => {
    dropped += count
  })
  for (const each of calls) recent.remember(each)
  const size = recent.size()
  return { size, dropped, rows: recent.take().map(({ status, at }) => [status, Date.parse(at)]) }
}

const numbers = (length: number) => Array.from({ length }, (_, index) => index)

test('one error stays although many successes follow it', () => {
  const { rows, dropped, size } = sample([call(400, 0), ...numbers(14).map((index) => call(200, index + 1))])
  expect(rows).toEqual([[400, 0], ...numbers(9).map((index) => [200, index + 6])])
  expect([size, dropped]).toEqual([10, 5])
})

test('errors replace successes, and only then older errors', () => {
  const { rows } = sample([
    ...numbers(10).map((at) => call(200, at)),
    ...numbers(12).map((at) => call(503, 10 + at)),
  ])
  expect(rows).toEqual(numbers(10).map((index) => [503, 12 + index]))
})

test('a success replaces no error', () => {
  const { rows } = sample([...numbers(10).map((at) => call(404, at)), call(200, 10)])
  expect(rows).toEqual(numbers(10).map((at) => [404, at]))
})

test('500 calls of all applications are held; beyond that an application still swaps its successes for errors', () => {
  const others = numbers(49).flatMap(() => {
    const id = newId()
    return numbers(10).map((at) => call(200, at, id))
  })
  const own = [...numbers(10).map((at) => call(200, at)), call(429, 10)]
  const { size, rows } = sample([...others, ...own, call(500, 0, newId())])
  expect(size).toBe(500)
  expect(rows.filter(([status]) => status !== 200)).toEqual([[429, 10]])
})

describe('calls of a rehearsal', () => {
  const inRehearsal = (number: number): MeteredCall => ({
    ...call(200, number),
    rehearsal: {
      id: application,
      number,
      facts: { arrivedAt: number, respondedAt: number, token: null, msisdn: null, account: null },
    },
  })
  const hold = (calls: MeteredCall[]) => {
    const onDrop = vi.fn()
    const recent = createRequestLog(onDrop)
    for (const each of calls) recent.remember(each)
    return { recent, onDrop }
  }

  test('are all held, up to 10,000 of them, and written 2,000 at a time', () => {
    const { recent, onDrop } = hold([...numbers(10_001).map(inRehearsal), call(200, 0)])
    expect(recent.size()).toBe(10_001)
    expect(onDrop.mock.calls).toEqual([[1]])
    const written = numbers(6).map(() => recent.take().map((row) => row.rehearsal_number))
    expect(written.map((batch) => batch.length)).toEqual([2001, 2000, 2000, 2000, 2000, 0])
    expect(written.flat().filter((number) => number !== undefined)).toEqual(numbers(10_000))
  })

  test('are held again if they may not have been written, before later ones; others are dropped', () => {
    const { recent, onDrop } = hold([inRehearsal(1), call(200, 0)])
    const batch = recent.take()
    recent.remember(inRehearsal(2))
    recent.giveBack(batch)
    expect(onDrop.mock.calls).toEqual([[1]])
    expect(recent.take().map((row) => row.rehearsal_number)).toEqual([1, 2])
  })
})
