import { expect, test } from 'vitest'
import { isUuid, newId } from './ids'

test('ids sort by creation, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(ids.every(isUuid)).toBe(true)
  expect(ids[0]?.[14]).toBe('7')
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
