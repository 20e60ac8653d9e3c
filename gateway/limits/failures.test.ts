import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invalidClient } from '@/lib/oauth/errors'
import { heapInUse } from '@/test/heap'
import { createFailureCounter, failureLimits } from './failures'

const failures = 10_000
const places = 200

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Of IPv4 and of IPv6, each its own subscriber. */
const addressAt = (place: number) => (place % 2 === 0 ? `203.0.113.${place}` : `2001:db8:0:${place}::1`)

async function fail(counter: ReturnType<typeof createFailureCounter>, number: number): Promise<void> {
  const request = Buffer.alloc(16_384, `${number} is a client id of forty characters or more`).toString(
    'latin1',
  )
  const given = await counter.count(invalidClient(), request.slice(0, 64), addressAt(number % places))
  expect(given.status).toBe(401)
}

test('failures with large requests take at most 200 bytes each, and none 61 s later without further calls', async () => {
  const counter = createFailureCounter(failureLimits, undefined)
  for (let number = 0; number < 100; number++) await fail(counter, number)
  vi.advanceTimersByTime(61_000)
  const before = heapInUse()
  for (let number = 0; number < failures; number++) await fail(counter, number)
  expect((heapInUse() - before) / failures).toBeLessThan(200)
  vi.advanceTimersByTime(61_000)
  expect((heapInUse() - before) / failures).toBeLessThan(50)
  // It is still in use, so that this did not show that the whole counter can be collected.
  await fail(counter, 0)
})
