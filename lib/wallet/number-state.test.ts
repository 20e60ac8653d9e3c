import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change } from './change'
import { applyChange, type NumberState, never } from './number-state'

const msisdn = '221771234567'

function nothing(): NumberState {
  return {
    amounts: null,
    details: null,
    removedAt: never,
    isStored: false,
    isWaiting: false,
    wasRemoved: false,
    changed: false,
  }
}

function apply(...changes: Change[]) {
  const state = nothing()
  return { state, outcomes: changes.map((change) => applyChange(state, change)) }
}

type Given = { balance?: string; frozenBalance?: string; currency?: string; type?: string; status?: string }

const ofAmounts = ({ balance = '5', frozenBalance = '0', currency = 'XOF' }: Given) => ({
  amounts: { currency, balance, frozenBalance },
})
const ofDetails = ({ type = 'customer', status = 'active' }: Given) => ({ details: { type, status } })
const amount = (asOf: number, given: Given = {}): Change => ({
  msisdn,
  asOf,
  ...ofAmounts({ balance: `${asOf}`, ...given }),
})
const details = (asOf: number, given: Given = {}): Change => ({ msisdn, asOf, ...ofDetails(given) })
const both = (asOf: number, given: Given = {}): Change => ({
  msisdn,
  asOf,
  ...ofAmounts({ balance: `${asOf}`, ...given }),
  ...ofDetails(given),
})
const removal = (asOf: number): Change => ({ op: 'remove', msisdn, asOf })

test('amounts make an account, without details until some come', () => {
  const { state, outcomes } = apply(amount(5, { frozenBalance: '2' }), details(1, { status: 'barred' }))
  expect(outcomes).toEqual(['applied', 'applied'])
  expect(state).toMatchObject({
    amounts: { currency: 'XOF', balance: '5', frozenBalance: '2', at: 5 },
    details: { type: 'customer', status: 'barred', at: 1 },
  })
})

test('amounts and details have a time each, of which the latest wins; the same again is unchanged', () => {
  const { state, outcomes } = apply(both(5), details(7, { status: 'barred' }), both(6), both(6), amount(4))
  expect(outcomes).toEqual(['applied', 'applied', 'applied', 'stale', 'stale'])
  expect(state).toMatchObject({ amounts: { balance: '6', at: 6 }, details: { status: 'barred', at: 7 } })
  expect(apply(both(6), both(6)).outcomes).toEqual(['applied', 'unchanged'])
})

test('a change of unit replaces the amounts as a whole', () => {
  const { state } = apply(amount(1, { frozenBalance: '1' }), amount(2, { currency: 'MAD', balance: '1.00' }))
  expect(state.amounts).toEqual({ currency: 'MAD', balance: '1.00', frozenBalance: '0', at: 2 })
})

test('details without an account wait, and join its first amounts', () => {
  const { state, outcomes } = apply(
    details(9, { status: 'barred' }),
    details(8),
    details(9, { status: 'barred' }),
    both(1),
  )
  expect(outcomes).toEqual(['waiting', 'stale', 'unchanged', 'applied'])
  expect(state).toMatchObject({ amounts: { at: 1 }, details: { status: 'barred', at: 9 } })
})

describe('a removal', () => {
  test('applies if it is at least as late as the amounts, and ends the details', () => {
    const { state, outcomes } = apply(both(5, { status: 'barred' }), removal(4), removal(5), amount(6))
    expect(outcomes).toEqual(['applied', 'stale', 'applied', 'applied'])
    expect(state).toMatchObject({ amounts: { balance: '6' }, details: null, wasRemoved: true })
  })

  test('between details and newer amounts ends the details alone', () => {
    const { state, outcomes } = apply(amount(6), details(3), removal(4), details(4), details(5))
    expect(outcomes).toEqual(['applied', 'applied', 'applied', 'stale', 'applied'])
    expect(state).toMatchObject({ amounts: { at: 6 }, details: { at: 5 }, removedAt: 4, wasRemoved: true })
  })

  test('lets only a later amount bring the account back; later details wait', () => {
    const { state, outcomes } = apply(
      removal(5),
      amount(5),
      details(5),
      details(7, { type: 'retailer' }),
      amount(6),
      details(4),
    )
    expect(outcomes).toEqual(['applied', 'stale', 'stale', 'waiting', 'applied', 'stale'])
    expect(state).toMatchObject({ amounts: { at: 6 }, details: { type: 'retailer', at: 7 } })
  })

  test('of a number that is not known is noted: an older amount may still arrive', () => {
    expect(apply(removal(5), removal(5), removal(4), removal(6), amount(6)).outcomes).toEqual([
      'applied',
      'unchanged',
      'stale',
      'applied',
      'stale',
    ])
  })
})

describe('of two contents of one group with the same time', () => {
  test.each([
    ['amounts', amount(5, { balance: '7' }), amount(5, { frozenBalance: '7' })],
    ['details', details(5, { type: 'retailer' }), details(5, { status: 'barred' })],
  ])('the later to arrive wins, of %s', (_group, first, second) => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { state, outcomes } = apply(amount(1), one, other)
      expect(outcomes).toEqual(['applied', 'applied', 'applied'])
      expect(state).toMatchObject(apply(amount(1), other).state)
    }
  })

  test('one that may be an older one which arrives again does not', () => {
    for (const [stored, again] of [
      [amount(5), amount(5, { balance: '9' })],
      [details(5), details(5, { status: 'barred' })],
    ] as const) {
      const state = nothing()
      applyChange(state, stored)
      const before = structuredClone(state)
      expect(applyChange(state, again, true)).toBe('stale')
      expect(applyChange(state, stored, true)).toBe('unchanged')
      expect(state).toEqual(before)
    }
  })
})

/** Of a group, no two have the same time; a removal may have that of any other change. */
const admitted = fc.uniqueArray(
  fc.oneof(
    ...[amount, details, both].map((make) =>
      fc
        .tuple(
          fc.integer({ min: 1, max: 6 }),
          fc.record({
            balance: fc.constantFrom('1', '2'),
            frozenBalance: fc.constantFrom('0', '3'),
            currency: fc.constantFrom('XOF', 'JPY'),
            type: fc.constantFrom('customer', 'retailer'),
            status: fc.constantFrom('active', 'suspended', 'barred'),
          }),
        )
        .map(([asOf, given]) => make(asOf, given)),
    ),
    fc.integer({ min: 1, max: 6 }).map(removal),
  ),
  { maxLength: 5, comparator: (a, b) => a.asOf === b.asOf && !a.op === !b.op && sharesGroup(a, b) },
)

function sharesGroup(a: Change, b: Change): boolean {
  if (a.op || b.op) return true
  return Boolean((a.amounts && b.amounts) || (a.details && b.details))
}

function ordersOf<T>(all: T[]): T[][] {
  if (all.length < 2) return [all]
  return all.flatMap((first, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** What the contract says: three times, of which each only grows. */
function expected(changes: Change[]) {
  const removedAt = Math.max(never, ...changes.filter(({ op }) => op).map(({ asOf }) => asOf))
  const latest = (group: 'amounts' | 'details') => {
    const found = changes
      .flatMap((each) => (!each.op && each[group] ? [{ ...each[group], at: each.asOf }] : []))
      .toSorted((a, b) => b.at - a.at)[0]
    return found && found.at > removedAt ? found : null
  }
  return { amounts: latest('amounts'), details: latest('details'), removedAt }
}

test('whatever the order and the repetitions, the latest of each kind wins', () => {
  fc.assert(
    fc.property(admitted, (changes) => {
      const wanted = expected(changes)
      const text = JSON.stringify(wanted)
      const check = ({ amounts, details, removedAt }: NumberState) => {
        const found = { amounts, details, removedAt }
        if (JSON.stringify(found) !== text) expect(found).toEqual(wanted)
      }
      for (const order of ordersOf(changes)) {
        check(apply(...order).state)
        for (const [at, repeated] of order.entries())
          for (let again = at + 1; again <= order.length; again++)
            for (const tiesLose of [false, true]) {
              const { state } = apply(...order.slice(0, again))
              for (const change of [repeated, ...order.slice(again)]) applyChange(state, change, tiesLose)
              check(state)
            }
      }
    }),
    { numRuns: 100 },
  )
})
