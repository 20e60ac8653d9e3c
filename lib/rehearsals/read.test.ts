import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { type DescribedRehearsal, readRehearsal } from './read'

const now = Date.parse('2026-11-23T12:00:00Z')
const seconds = (count: number) => count * 1000

/** A rehearsal that has run for an hour. `calls`: those that were recorded, with their age in seconds. */
function describeRunning(
  counted: number,
  calls: { number: number; age: number }[],
  countedAge: number,
): DescribedRehearsal {
  return {
    id: newId(),
    applicationId: newId(),
    calls: counted,
    now,
    endReason: null,
    report: null,
    endedAt: null,
    finishedAt: null,
    requirements: {},
    startedAt: now - seconds(3600),
    endsAt: now + seconds(82_800),
    countedAt: now - seconds(countedAge),
    recorded: calls.map(({ number, age }) => {
      const arrivedAt = now - seconds(age)
      const facts = { arrivedAt, respondedAt: arrivedAt + 5, token: null, msisdn: null, account: null }
      return [number, newId(), 'token', 200, null, null, facts]
    }),
  }
}

test.each([
  ['counted a moment ago: it may be recorded yet', 2, [{ number: 1, age: 40 }], 5, 'passed'],
  ['the last one, counted 31 s ago', 2, [{ number: 1, age: 40 }], 31, 'incomplete'],
  ['before one of 31 s ago', 3, [1, 3].map((number) => ({ number, age: 34 - number })), 5, 'incomplete'],
  ['before one of 20 s ago', 3, [1, 3].map((number) => ({ number, age: 23 - number })), 5, 'passed'],
])('a call of a running rehearsal that is missing, %s', (_, counted, calls, countedAge, outcome) => {
  const { state, cases } = readRehearsal(describeRunning(counted, calls, countedAge))
  expect([state, cases[0]]).toMatchObject(['running', { id: 'token', outcome }])
})

test('calls with one request id are distinguished by their numbers', () => {
  const running = describeRunning(
    2000,
    Array.from({ length: 2000 }, (_, index) => ({ number: index + 1, age: 20 })),
    20,
  )
  const sameId = newId()
  for (const row of running.recorded) row[1] = sameId
  const { cases, calls } = readRehearsal(running)
  expect(calls.map(({ number }) => number)).toEqual([1, 2000])
  expect(
    cases.flatMap(({ numbers, requestIds }) => [numbers, requestIds]).filter(({ length }) => length > 0),
  ).toEqual([[1], [sameId], [2000], [sameId]])
})
