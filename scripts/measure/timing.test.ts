import { describe, expect, it } from 'vitest'
import { percentile } from './timing'

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

  it('is a value that was measured, whatever their order', () => {
    expect(percentile(hundred, 0.5)).toBe(50)
    expect(percentile(hundred, 0.95)).toBe(95)
    expect(percentile([3, 1, 2], 0.95)).toBe(3)
    expect(percentile([7], 0.5)).toBe(7)
  })
})
