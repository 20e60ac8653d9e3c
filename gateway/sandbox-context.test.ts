import { afterEach, expect, test, vi } from 'vitest'
import { createDatabaseClock } from './sandbox-context'

afterEach(() => vi.restoreAllMocks())

/** A statement of so many milliseconds, in which the database reads its clock after the first `before`. */
async function read(
  clock: ReturnType<typeof createDatabaseClock>,
  { before, after, ahead }: { before: number; after: number; ahead: number },
) {
  let moment = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => moment)
  await clock.reading(
    async () => {
      const at = moment + before + ahead
      moment += before + after
      return at
    },
    (at) => at,
  )
}

test('a slow statement moves the clock only as far as it has to', async () => {
  const clock = createDatabaseClock()
  await read(clock, { before: 1, after: 1, ahead: 5000 })
  expect(clock.toUnix(1000)).toBe(6000)
  await read(clock, { before: 700, after: 1, ahead: 5000 })
  expect(clock.toUnix(1000)).toBe(6000)
  await read(clock, { before: 1, after: 700, ahead: 5000 })
  expect(clock.toUnix(1000)).toBe(6000)
})

test('a better reading corrects a worse one, and a database that was set again is followed', async () => {
  const clock = createDatabaseClock()
  await read(clock, { before: 800, after: 0, ahead: 5000 })
  expect(clock.toUnix(1000)).toBe(6400)
  await read(clock, { before: 1, after: 1, ahead: 5000 })
  expect(clock.toUnix(1000)).toBeCloseTo(6001)
  await read(clock, { before: 1, after: 1, ahead: 9000 })
  expect(clock.toUnix(1000)).toBeCloseTo(9999)
})

test('it knows how wrong it may be, from all readings together', async () => {
  const clock = createDatabaseClock()
  expect(clock.errorMs()).toBe(0)
  await read(clock, { before: 800, after: 0, ahead: 5000 })
  expect(clock.errorMs()).toBe(400)
  await read(clock, { before: 1, after: 1, ahead: 5000 })
  expect(clock.errorMs()).toBeCloseTo(1)
  await read(clock, { before: 700, after: 700, ahead: 5000 })
  expect(clock.errorMs()).toBeLessThan(3)
  await read(clock, { before: 1, after: 1, ahead: 9000 })
  expect(clock.errorMs()).toBeCloseTo(2)
})

test('without a reading it is the machine’s, and a statement without a clock changes nothing', async () => {
  const clock = createDatabaseClock()
  await clock.reading(
    async () => null,
    () => undefined,
  )
  expect(clock.toUnix(5)).toBe(performance.timeOrigin + 5)
})
