import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogLimits, shortenLine } from './log-limits'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// ASVS 16.4.2
test('a kind is written a hundred times in ten seconds, then counted, and written again', () => {
  const report = vi.fn()
  const limits = createLogLimits(report)
  const written = Array.from({ length: 5000 }, () => limits.admits('50 broken')).filter(Boolean)
  expect(written).toHaveLength(100)
  expect(limits.admits('40 something else')).toBe(true)
  expect(report).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(report).toHaveBeenCalledExactlyOnceWith({ '50 broken': 4900 })
  expect(limits.admits('50 broken')).toBe(true)
})

test('the first of each kind is written however many others there were, and many kinds are limited too', () => {
  const limits = createLogLimits(() => {})
  for (let kind = 0; kind < 10; kind++) for (let line = 0; line < 100; line++) limits.admits(`kind ${kind}`)
  expect(limits.admits('a new kind')).toBe(true)
  const forged = Array.from({ length: 5000 }, (_, kind) => limits.admits(`forged ${kind}`)).filter(Boolean)
  expect(forged.length).toBeLessThan(200)
})

test('a flood of one kind leaves the others their lines', () => {
  const limits = createLogLimits(() => {})
  for (let line = 0; line < 5000; line++) limits.admits('50 broken')
  const others = Array.from({ length: 50 }, () => limits.admits('40 an application guesses numbers'))
  expect(others).toEqual(others.map(() => true))
})

test('nothing is reported where nothing was dropped', () => {
  const report = vi.fn()
  createLogLimits(report).admits('50 broken')
  vi.advanceTimersByTime(60_000)
  expect(report).not.toHaveBeenCalled()
})

test('a long line is shortened to one line of JSON that says so', () => {
  const line = (values: object) =>
    `${JSON.stringify({ level: 50, requestId: 'r', msg: 'broken', ...values })}\n`
  expect(shortenLine(line({ a: 'x' }))).toBe(line({ a: 'x' }))
  const long = shortenLine(line({ a: 'x'.repeat(1_000_000), b: { c: ['y'.repeat(9000)] } }))
  expect(JSON.parse(long)).toMatchObject({
    level: 50,
    requestId: 'r',
    msg: 'broken',
    shortened: expect.any(Number),
  })
  expect(long.length).toBeLessThan(8_000)
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, key) => [`key ${key}`, 'x'.repeat(900)]))
  const few = shortenLine(line({ ...many, msg: 'm'.repeat(50_000) }))
  expect(few.length).toBeLessThan(8_000)
  expect(JSON.parse(few)).toMatchObject({ requestId: 'r' })
})
