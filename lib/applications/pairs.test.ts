import { expect, test } from 'vitest'
import { findPair, type Pairable } from './pairs'

function row(id: string, name: string, sandboxId: string | null = null): Pairable {
  return { id, name, environment: id.startsWith('s') ? 'sandbox' : 'production', state: 'active', sandboxId }
}

function pairsOf(listed: Pairable[]): Record<string, string | undefined> {
  return Object.fromEntries(listed.map((each) => [each.id, findPair(each, listed)?.id]))
}

test('a promoted application is the pair of its Sandbox one, also under another name', () => {
  expect(pairsOf([row('p1', 'Renamed', 's1'), row('s1', 'Till')])).toEqual({ p1: 's1', s1: 'p1' })
})

test('the newest of two promotions has the pair, and the older one none by name', () => {
  const listed = [row('p2', 'Till', 's1'), row('p1', 'Till', 's1'), row('s1', 'Till')]
  expect(pairsOf(listed)).toEqual({ p2: 's1', p1: undefined, s1: 'p2' })
})

test('the same name makes a pair if exactly one matches, in any case', () => {
  expect(pairsOf([row('p1', 'till'), row('s1', 'Till'), row('s2', 'Other')])).toEqual({
    p1: 's1',
    s1: 'p1',
    s2: undefined,
  })
  expect(pairsOf([row('p1', 'Till'), row('s1', 'Till'), row('s2', 'Till')])).toEqual({})
})

test('one that has a pair by promotion is not in the way of others of its name', () => {
  const listed = [row('p2', 'Till'), row('s2', 'Till'), row('p1', 'Till', 's1'), row('s1', 'Till')]
  expect(pairsOf(listed)).toEqual({ p2: 's2', s2: 'p2', p1: 's1', s1: 'p1' })
})

test('what the reader may not see has no pair', () => {
  expect(pairsOf([row('p1', 'Till', 's1')])).toEqual({})
})
