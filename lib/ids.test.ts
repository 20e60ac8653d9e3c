import { expect, test } from 'vitest'
import { isUuid, newId } from './ids'

test('ids sort by creation, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(ids.every(isUuid)).toBe(true)
  expect(ids[0]?.[14]).toBe('7')
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('only a text is an id, whatever it looks like as one', () => {
  const id = newId()
  for (const other of [id.toUpperCase(), `${id}\n`, [id], { toString: () => id }, undefined])
    expect(isUuid(other)).toBe(false)
})
