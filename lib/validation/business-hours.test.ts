import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessMinutes, businessMinutesBetween, minutesPerBusinessDay } from './business-hours'

const at = (text: string) => new Date(`${text}Z`)

describe('addBusinessMinutes', () => {
  test.each([
    ['two days from a Monday morning', '2026-11-16T09:00:00', 2, '2026-11-18T09:00:00'],
    ['over a weekend', '2026-11-20T10:00:00', 2, '2026-11-24T10:00:00'],
    ['sent on a Saturday: counted from Monday', '2026-11-21T06:00:00', 2, '2026-11-24T17:00:00'],
    ['sent in the evening', '2026-11-16T21:30:00', 1, '2026-11-17T17:00:00'],
  ])('%s', (_, from, days, expected) => {
    expect(addBusinessMinutes(at(from), days * minutesPerBusinessDay)).toEqual(at(expected))
  })

  test('and the time between are each other’s inverse', () => {
    const moment = fc.date({ min: at('2024-01-01'), max: at('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 20_000 }), (from, minutes) => {
        const between = businessMinutesBetween(from, addBusinessMinutes(from, minutes))
        expect(Math.abs(between - minutes)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('nothing passes on a Sunday, nor backwards', () => {
  expect(businessMinutesBetween(at('2026-11-22T00:00:00'), at('2026-11-22T23:00:00'))).toBe(0)
  expect(businessMinutesBetween(at('2026-11-18T10:00:00'), at('2026-11-17T10:00:00'))).toBe(0)
})
