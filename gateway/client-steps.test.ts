import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRefusalClock } from './client-steps'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Milliseconds from the start to the refusal, of a request that comes `phase` after a round time and works
 * for `work`.
 */
async function timeRefusal(phase: number, work: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(phase)
  const startedAt = performance.now()
  const clock = startRefusalClock()
  await vi.advanceTimersByTimeAsync(work)
  let leftAt = 0
  const left = clock.wait().then(() => {
    leftAt = performance.now()
  })
  await vi.advanceTimersByTimeAsync(20)
  await left
  return leftAt - startedAt
}

test('whenever a caller sends, refusals of different cost leave after the same time', async () => {
  for (let phase = 0; phase < 20; phase++)
    for (const work of [0, 1, 2, 3, 4]) expect(await timeRefusal(phase, work)).toBe(5)
})

test('a longer one leaves at the next step', async () => {
  for (let phase = 0; phase < 20; phase++) {
    expect(await timeRefusal(phase, 6)).toBe(10)
    expect(await timeRefusal(phase, 9)).toBe(10)
  }
})

test('without a refusal no timer is left', () => {
  startRefusalClock().stop()
  expect(vi.getTimerCount()).toBe(0)
})
