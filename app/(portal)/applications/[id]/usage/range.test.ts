import { expect, test } from 'vitest'
import { rangeNames, rangeUntil } from './range'

const now = new Date('2026-11-21T07:12:34Z')

test('a period ends with the step under way and holds whole steps', () => {
  expect(rangeUntil('hour', now)).toEqual({
    from: new Date('2026-11-21T06:15:00Z'),
    to: new Date('2026-11-21T07:15:00Z'),
    stepMinutes: 5,
  })
  expect(rangeUntil('day', now).from).toEqual(new Date('2026-11-20T08:00:00Z'))
  expect(rangeUntil('month', now).from).toEqual(new Date('2026-10-23T00:00:00Z'))
})

test.each(rangeNames)('%s holds the present moment at the edge of a step as well', (name) => {
  const edge = new Date('2026-11-21T00:00:00Z')
  const { from, to } = rangeUntil(name, edge)
  expect(from < edge && edge < to).toBe(true)
})
