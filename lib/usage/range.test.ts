import { describe, expect, test } from 'vitest'
import { dayMs } from '@/lib/clock'
import { chooseBars, choosePeriod, parseTime, rangeNames } from './range'

const now = new Date('2026-11-21T07:12:34Z')

function choose(input: Partial<Parameters<typeof choosePeriod>[0]>) {
  return choosePeriod({ range: 'hour', ...input }, now)
}

describe('ranges that end now', () => {
  test('an hour is shown by the minute, and ends with the current one', () => {
    expect(choose({}).period).toEqual({
      from: new Date('2026-11-21T06:13:00Z'),
      to: new Date('2026-11-21T07:13:00Z'),
      stepMinutes: 1,
    })
    expect(choose({ range: 'day' }).period.stepMinutes).toBe(5)
    expect(choose({ range: 'week' }).period.stepMinutes).toBe(60)
    expect(choose({ range: 'month' }).period.stepMinutes).toBe(1440)
  })

  test.each(rangeNames)('%s includes the current moment even at the edge of an interval', (range) => {
    const edge = new Date('2026-11-21T00:00:00Z')
    const { from, to } = choosePeriod({ range }, edge).period
    expect(from < edge && edge < to).toBe(true)
  })

  test('another length of intervals can be chosen, unless there were too many of them', () => {
    expect(choose({ range: 'day', step: '1' }).period.stepMinutes).toBe(1)
    expect(choose({ range: 'month', step: '60' }).period.stepMinutes).toBe(60)
    expect(choose({ range: 'month', step: '1' }).period.stepMinutes).toBe(60)
  })
})

describe('bars', () => {
  const bars = {
    hour: [60, 1, '2026-11-21T06:13:00Z'],
    day: [70, 20, '2026-11-20T08:00:00Z'],
    week: [56, 180, '2026-11-14T09:00:00Z'],
    month: [59, 720, '2026-10-23T00:00:00Z'],
  } as const

  test.each(rangeNames)(
    'of the last %s end with the one in progress, and begin with a whole hour or day',
    (range) => {
      const { from, to, stepMinutes } = chooseBars(range, {}, now).period
      const [count, minutes, begins] = bars[range]
      expect([(to.getTime() - from.getTime()) / stepMinutes / 60_000, stepMinutes]).toEqual([count, minutes])
      expect(to > now && to.getTime() - now.getTime() <= stepMinutes * 60_000).toBe(true)
      expect(from).toEqual(new Date(begins))
    },
  )

  test('of a part of the range are those of the range, with what is selected', () => {
    const selection = { from: new Date('2026-11-20T12:00Z'), to: new Date('2026-11-20T14:00Z') }
    expect(chooseBars('day', selection, now)).toEqual({
      period: chooseBars('day', {}, now).period,
      selection,
    })
  })

  test.each([
    [2, 60],
    [8, 180],
    [40, 1440],
    [120, 2880],
    [1800, 43_200],
  ])('of other times are at most 72, and as long as counts are kept: %i days ago', (days, step) => {
    const from = new Date(now.getTime() - days * dayMs)
    const { period, selection } = chooseBars('hour', { from }, now)
    expect(selection).toBeUndefined()
    expect(period.stepMinutes).toBe(step)
    expect((period.to.getTime() - period.from.getTime()) / step / 60_000).toBeLessThanOrEqual(72)
    expect(period.from <= from && period.to >= now).toBe(true)
  })

  test('of times that make no sense are those of the range', () => {
    const at = new Date('2026-11-20T12:00Z')
    expect(chooseBars('day', { from: at, to: at }, now)).toEqual(chooseBars('day', {}, now))
  })
})

describe('a period of one’s own', () => {
  test('is in UTC, in whole intervals', () => {
    expect(choose({ from: '2026-11-20T12:03', to: '2026-11-20T12:50', step: '5' })).toEqual({
      period: { from: new Date('2026-11-20T12:00Z'), to: new Date('2026-11-20T12:50Z'), stepMinutes: 5 },
    })
    expect(choose({ from: '2026-11-20T12:03' }).period.to.getTime()).toBeGreaterThan(now.getTime())
  })

  test('has intervals as fine as usage was kept', () => {
    const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 16)
    expect(choose({ from: ago(34), to: ago(33.9), step: '1' }).period.stepMinutes).toBe(1)
    expect(choose({ from: ago(36), to: ago(35.9), step: '1' }).period.stepMinutes).toBe(60)
    expect(choose({ from: ago(101), to: ago(100.9), step: '1' }).period.stepMinutes).toBe(1440)
    const { from, to, stepMinutes } = choose({ from: ago(1800) }).period
    expect((to.getTime() - from.getTime()) / stepMinutes / 60_000).toBeLessThan(1501)
  })

  test.each([
    [{ from: 'yesterday' }, { field: 'from', reason: 'badTime' }],
    [{ to: '2026-11-20T12:00' }, { field: 'from', reason: 'badTime' }],
    [{ from: '0000-01-01T00:00' }, { field: 'from', reason: 'badTime' }],
    [
      { from: '2026-11-20T12:00', to: '9999-12-31T00:00' },
      { field: 'to', reason: 'badTime' },
    ],
    [
      { from: '2026-11-20T12:00', to: '2026-02-30T12:00' },
      { field: 'to', reason: 'badTime' },
    ],
    [
      { from: '2026-11-20T12:00', to: '2026-11-20T12:00' },
      { field: 'to', reason: 'order' },
    ],
    [{ from: '1970-01-01T00:00' }, { field: 'from', reason: 'tooLong' }],
  ])('%j is refused next to its field, and the last hour is shown', (input, problem) => {
    expect(choose(input)).toEqual({ period: choose({}).period, problem })
  })
})

test.each([
  ['2026-11-20T12:00', Date.parse('2026-11-20T12:00Z')],
  ['2026-11-20', null],
  ['2026-13-20T12:00', null],
  [undefined, null],
])('the time %j', (text, expected) => {
  expect(parseTime(text)).toBe(expected)
})
