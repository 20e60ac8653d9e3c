import { expect, test } from 'vitest'
import { median, percentile, spread } from './statistics'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('a percentile is one of the measured values, whatever their order', () => {
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 0.95)).toBe(95)
  expect(percentile(hundred, 1)).toBe(100)
  expect(percentile([3, 1, 2], 0.95)).toBe(3)
  expect(percentile([7], 0)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('a median is in the middle, by size and not by digits', () => {
  expect(median([100, 9, 10])).toBe(10)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBe(0)
})

test('a spread is the widest distance from the median, as a share of it', () => {
  expect(spread([10, 8, 11])).toBe(0.2)
  expect(spread([5, 5])).toBe(0)
})

test('the measured values keep their order', () => {
  const values = [3, 1, 2]
  percentile(values, 0.5)
  median(values)
  expect(values).toEqual([3, 1, 2])
})
