import { expect, test } from 'vitest'
import { rangeNames, rangeUntil } from './range'

const now = new Date('2026-11-21T07:12:34Z')

test('a period ends with the current interval and contains whole intervals', () => {
  expect(rangeUntil('hour', now)).toEqual({
    from: new Date('2026-11-21T06:15:00Z'),
    to: new Date('2026-11-21T07:15:00Z'),
    stepMinutes: 5,
  })
  expect(rangeUntil('day', now).from).toEqual(new Date('2026-11-20T08:00:00Z'))
  expect(rangeUntil('month', now).from).toEqual(new Date('2026-10-23T00:00:00Z'))
})

test.each(rangeNames)('%s includes the current moment even at the edge of an interval', (name) => {
  const edge = new Date('2026-11-21T00:00:00Z')
  const { from, to } = rangeUntil(name, edge)
  expect(from < edge && edge < to).toBe(true)
})
