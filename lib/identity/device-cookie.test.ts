import { describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { recogniseDevice, rememberDevice } from './device-cookie'

describe('the marks of a known browser', () => {
  test('serve one account, stay the same, and name no one', () => {
    const [mine, other] = [newId(), newId()]
    const kept = rememberDevice(undefined, mine)
    expect(kept).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    expect(kept).not.toContain(mine)
    expect(recogniseDevice(kept, mine)).toBe(kept.split('.')[0])
    expect(recogniseDevice(kept, other)).toBeNull()
    expect(rememberDevice(kept, mine)).toBe(kept)
    expect(rememberDevice(undefined, mine)).not.toBe(kept)
  })

  test('are kept for a few people, the latest first', () => {
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
