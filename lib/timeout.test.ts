import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { waitUntil, withTimeout } from './timeout'

const never = new Promise<never>(() => {})

test('late work is rejected and its signal aborted', async () => {
  let signal: AbortSignal | undefined
  const late = withTimeout(20, (given) => {
    signal = given
    return never
  })
  await expect(late).rejects.toThrow('no response within 0.02 s')
  expect(signal?.aborted).toBe(true)
  const refused = withTimeout(
    0,
    () => never,
    () => new RangeError('late'),
  )
  await expect(refused).rejects.toThrow(RangeError)
})

test('work in time resolves or rejects by itself, and its signal is left alone', async () => {
  await expect(withTimeout(1000, async (signal) => signal.aborted)).resolves.toBe(false)
  await expect(withTimeout(1000, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
})

test('what arrived while the process was busy is in time', async () => {
  // After what runs in this phase come timers, then input.
  await new Promise(setImmediate)
  const late = withTimeout(20, () => promisify(randomBytes)(4))
  const busyUntil = performance.now() + 100
  while (performance.now() < busyUntil);
  expect(await late).toHaveLength(4)
})

test('a clock that is set back does not make a wait longer', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now()).mockReturnValue(0)
  expect(await waitUntil(() => false, 20, 5)).toBe(false)
  clock.mockRestore()
})

test('a condition is asked for until it holds or time is up', async () => {
  let asked = 0
  expect(await waitUntil(() => ++asked === 3, 1000, 1)).toBe(true)
  expect(asked).toBe(3)
  expect(await waitUntil(async () => false, 20, 5)).toBe(false)
})
