import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BusinessCalendar,
  isTimeZone,
  parseHolidays,
  parseOpeningHours,
  parseWorkingDays,
} from '@/lib/business-calendar'
import {
  addBusinessMinutes,
  businessMinutesBetween,
  hasOpenedBetween,
  minutesPerBusinessDay,
} from './business-hours'

const at = (text: string) => new Date(`${text}Z`)

function calendar({ days = 'mon,tue,wed,thu,fri', hours = '08:00-17:00', zone = 'UTC', off = '' } = {}) {
  expect(isTimeZone(zone)).toBe(true)
  return {
    workingDays: parseWorkingDays(days),
    hours: parseOpeningHours(hours),
    holidays: parseHolidays(off),
    timeZone: zone,
  } as BusinessCalendar
}

describe('addBusinessMinutes', () => {
  test.each<[string, string, number, string, Parameters<typeof calendar>[0]?]>([
    ['two days from a Monday morning', '2026-11-16T09:00:00', 2, '2026-11-18T09:00:00'],
    ['over a weekend', '2026-11-20T10:00:00', 2, '2026-11-24T10:00:00'],
    ['sent on a Saturday: counted from Monday', '2026-11-21T06:00:00', 2, '2026-11-24T17:00:00'],
    ['sent in the evening', '2026-11-16T21:30:00', 1, '2026-11-17T17:00:00'],
    ['over a holiday of that year', '2026-11-16T09:00:00', 2, '2026-11-19T09:00:00', { off: '2026-11-17' }],
    ['a holiday of another year', '2026-11-16T09:00:00', 2, '2026-11-18T09:00:00', { off: '2025-11-17' }],
    ['over a holiday of every year', '2026-12-24T09:00:00', 1, '2026-12-28T09:00:00', { off: '12-25' }],
    [
      'from Sunday to Thursday',
      '2026-11-19T12:00:00',
      1,
      '2026-11-22T12:00:00',
      { days: 'sun,mon,tue,wed,thu' },
    ],
    // Clocks are an hour ahead of UTC before the last Sunday of March, and two after it.
    ['in the clocks of Paris', '2026-03-27T12:00:00', 1, '2026-03-30T11:00:00', { zone: 'Europe/Paris' }],
    ['back to winter time', '2026-10-23T12:00:00', 1, '2026-10-26T13:00:00', { zone: 'Europe/Paris' }],
    // 00:30 there is still the day before in UTC.
    ['east of UTC', '2026-11-15T22:00:00', 1, '2026-11-16T11:15:00', { zone: 'Asia/Kathmandu' }],
    [
      'a day of 23 hours, around the clock',
      '2026-03-28T23:00:00',
      1,
      '2026-03-29T23:00:00',
      { zone: 'Europe/Paris', days: 'sun,mon', hours: '00:00-24:00' },
    ],
  ])('%s', (_, from, days, expected, options) => {
    const given = calendar(options)
    expect(addBusinessMinutes(at(from), days * minutesPerBusinessDay(given), given)).toEqual(at(expected))
  })

  test.each([
    {},
    { zone: 'America/New_York', off: '12-25,2026-07-03' },
    { zone: 'Asia/Kathmandu', days: 'sun,wed' },
  ])('and the time between are each other’s inverse: %j', (options) => {
    const given = calendar(options)
    const moment = fc.date({ min: at('2024-01-01'), max: at('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 20_000 }), (from, minutes) => {
        const between = businessMinutesBetween(from, addBusinessMinutes(from, minutes, given), given)
        expect(Math.abs(between - minutes)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('nothing passes on a Sunday, nor backwards', () => {
  expect(businessMinutesBetween(at('2026-11-22T00:00:00'), at('2026-11-22T23:00:00'))).toBe(0)
  expect(businessMinutesBetween(at('2026-11-18T10:00:00'), at('2026-11-17T10:00:00'))).toBe(0)
})

test('a business day opens once, at the hour that the clocks there show, and not on a holiday', () => {
  const dakar = calendar({ zone: 'Africa/Dakar' })
  const paris = calendar({ zone: 'Europe/Paris', off: '2026-07-14' })
  expect(hasOpenedBetween(at('2026-11-16T07:45:00'), at('2026-11-16T08:00:00'), dakar)).toBe(true)
  expect(hasOpenedBetween(at('2026-11-16T08:00:00'), at('2026-11-16T08:15:00'), dakar)).toBe(false)
  expect(hasOpenedBetween(at('2026-07-13T05:45:00'), at('2026-07-13T06:00:00'), paris)).toBe(true)
  expect(hasOpenedBetween(at('2026-07-14T05:45:00'), at('2026-07-14T06:00:00'), paris)).toBe(false)
  expect(hasOpenedBetween(at('2026-11-13T06:45:00'), at('2026-11-13T07:00:00'), paris)).toBe(true)
})

describe('a wrong setting', () => {
  test.each(['', 'monday', 'mon-fri'])('working days %j', (text) => {
    expect(parseWorkingDays(text)).toBeNull()
  })
  test.each(['8-17', '17:00-08:00', '08:00-08:30', '08:00-24:01', '08:60-17:00'])('hours %j', (text) => {
    expect(parseOpeningHours(text)).toBeNull()
  })
  test.each(['2026-02-30', '02-30', '26-12-25', 'Christmas', '2026-13-01'])('holiday %j', (text) => {
    expect(parseHolidays(text)).toBeNull()
  })
  test('time zone', () => expect(isTimeZone('Mars/Olympus')).toBe(false))
})
