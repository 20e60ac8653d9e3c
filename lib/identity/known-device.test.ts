import { describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { recogniseDevice, rememberDevice } from './known-device'

describe('what a browser is known by', () => {
  test('serves one account, stays the same, and names nobody', () => {
    const [mine, other] = [newId(), newId()]
    const kept = rememberDevice(undefined, mine)
    expect(kept).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    expect(kept).not.toContain(mine)
    expect(recogniseDevice(kept, mine)).toBe(kept.split('.')[0])
    expect(recogniseDevice(kept, other)).toBeNull()
    expect(rememberDevice(kept, mine)).toBe(kept)
    expect(rememberDevice(undefined, mine)).not.toBe(kept)
  })

  test('keeps those of a few people apart, the latest first', () => {
    const people = Array.from({ length: 6 }, newId)
    const kept = people.reduce<string | undefined>(rememberDevice, undefined)
    expect(people.map((id) => recogniseDevice(kept, id) !== null)).toEqual([false, ...Array(5).fill(true)])
    expect(kept?.split('~').at(0)).toContain(`${recogniseDevice(kept, people.at(-1) ?? '')}.`)
  })

  test.each(['', 'x', `${'A'.repeat(22)}.${'A'.repeat(43)}`, '~~~', 'é.é', 'A'.repeat(10_000)])(
    'cannot be made up: %.60s',
    (kept) => {
      const id = newId()
      expect(recogniseDevice(kept, id)).toBeNull()
      expect(rememberDevice(kept, id).startsWith('A'.repeat(22))).toBe(false)
    },
  )
})
