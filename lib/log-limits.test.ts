import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogLimits, shortenLine } from './logger'

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
  vi.advanceTimersByTime(10_000)
  expect(report).toHaveBeenCalledOnce()
})

test('what was dropped is reported when the process ends, too', () => {
  const report = vi.fn()
  const limits = createLogLimits(report)
  for (let line = 0; line < 101; line++) limits.admits('50 broken')
  process.listeners('exit').at(-1)?.(0)
  expect(report).toHaveBeenCalledExactlyOnceWith({ '50 broken': 1 })
})

test('the first of each kind is written however many others there were, and many kinds are limited too', () => {
  const report = vi.fn()
  const limits = createLogLimits(report)
  const lines = Array.from({ length: 1000 }, (_, line) => `kind ${Math.floor(line / 100)}`)
  expect(lines.filter(limits.admits)).toHaveLength(505)
  expect(limits.admits('a new kind')).toBe(true)
  const forged = Array.from({ length: 5000 }, (_, kind) => limits.admits(`forged ${kind}`)).filter(Boolean)
  // 200 kinds are distinguished, 11 before these, and the rest are one more.
  expect(forged).toHaveLength(190)
  vi.advanceTimersByTime(10_000)
  expect(report).toHaveBeenCalledExactlyOnceWith({
    ...Object.fromEntries(['5', '6', '7', '8', '9'].map((kind) => [`kind ${kind}`, 99])),
    other: 4810,
  })
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
  const longest = line({ a: 'x'.repeat(8_000 - line({ a: '' }).length) })
  expect(shortenLine(longest)).toBe(longest)
  expect(shortenLine(`${longest} `)).toBe(line({ a: 'x'.repeat(1000), shortened: 8001 }))
  const long = shortenLine(line({ a: 'x'.repeat(1_000_000), b: { c: ['y'.repeat(9000)] } }))
  expect(JSON.parse(long)).toMatchObject({
    level: 50,
    requestId: 'r',
    msg: 'broken',
    a: 'x'.repeat(1000),
    b: JSON.stringify({ c: ['y'.repeat(9000)] }).slice(0, 1000),
    shortened: expect.any(Number),
  })
  expect(long.length).toBeLessThan(8_000)
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, key) => [`key ${key}`, 'x'.repeat(900)]))
  const origin = { level: 50, time: 1, pid: 2, hostname: 'h', name: 'portal', requestId: 'r' }
  const few = shortenLine(line({ ...many, ...origin, msg: 'm'.repeat(50_000) }))
  expect(JSON.parse(few)).toEqual({ ...origin, msg: 'm'.repeat(1000), shortened: expect.any(Number) })
})
