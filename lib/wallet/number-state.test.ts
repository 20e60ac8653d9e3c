import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Change, Refusal } from './change'
import { applyChange, type NumberState, never } from './number-state'

const msisdn = '221771234567'

function nothing(): NumberState {
  return { account: null, place: null, removedAt: never, waiting: null, wasRemoved: false, changed: false }
}

function apply(...changes: Change[]) {
  const state = nothing()
  return { state, outcomes: changes.map((change) => applyChange(state, change)) }
}

const amount = (asOf: number, balance = `${asOf}`, more: Partial<Change> = {}): Change =>
  ({ msisdn, asOf, unit: 'XOF', balance, ...more }) as Change
const details = (asOf: number, given: { type?: string; status?: string }): Change => ({
  msisdn,
  asOf,
  ...given,
})
const removal = (asOf: number): Change => ({ op: 'remove', msisdn, asOf })

describe('amounts', () => {
  test('the first makes an account with default details, which any details replace', () => {
    const { state, outcomes } = apply(amount(5), details(1, { status: 'barred' }))
    expect(outcomes).toEqual(['applied', 'applied'])
    expect(state.account).toEqual({
      currency: 'XOF',
      balance: '5',
      frozenBalance: '0',
      type: 'customer',
      status: 'barred',
      amountsAt: 5,
      detailsAt: 1,
    })
  })

  test('the latest wins, of equal ones the later to arrive; the same again is unchanged', () => {
    const { state, outcomes } = apply(amount(5), amount(4), amount(5, '7'), amount(5, '7'), amount(6, '7'))
    expect(outcomes).toEqual(['applied', 'stale', 'applied', 'unchanged', 'applied'])
    expect(state.account).toMatchObject({ balance: '7', amountsAt: 6 })
  })

  test('one that is missing keeps what is stored; the first needs a balance', () => {
    const frozen = (asOf: number, frozenBalance: string): Change => ({
      msisdn,
      asOf,
      unit: 'XOF',
      frozenBalance,
    })
    expect(apply(frozen(1, '3')).outcomes).toMatchObject([{ code: 'no_balance' }])
    const { state } = apply(amount(1, '5'), frozen(2, '3'), amount(3, '6'))
    expect(state.account).toMatchObject({ balance: '6', frozenBalance: '3', amountsAt: 3 })
  })

  test('a change of unit needs both, and nothing of a refused change remains', () => {
    const { state, outcomes } = apply(amount(1), amount(2, '1.00', { unit: 'MAD', status: 'barred' }))
    expect(outcomes[1]).toMatchObject({ code: 'unit' })
    expect(state.account).toMatchObject({ currency: 'XOF', balance: '1', status: 'active', amountsAt: 1 })
    const both = apply(amount(1), amount(2, '1.00', { unit: 'MAD', frozenBalance: '2.00' }))
    expect(both.state.account).toMatchObject({ currency: 'MAD', balance: '1.00', frozenBalance: '2.00' })
  })

  test('one of another unit that is old is stale, not refused', () => {
    expect(apply(amount(5), amount(2, '1.00', { unit: 'MAD' })).outcomes).toEqual(['applied', 'stale'])
  })
})

describe('details', () => {
  test('have a time of their own', () => {
    const { state, outcomes } = apply(
      amount(5, '5', { status: 'active' }),
      details(7, { status: 'barred' }),
      amount(6, '6', { status: 'active' }),
    )
    expect(outcomes).toEqual(['applied', 'applied', 'applied'])
    expect(state.account).toMatchObject({ balance: '6', amountsAt: 6, status: 'barred', detailsAt: 7 })
  })

  test('of a number without an account wait, and join its first amount', () => {
    const { state, outcomes } = apply(
      details(9, { status: 'barred' }),
      details(8, { status: 'active' }),
      amount(1, '1', { type: 'retailer' }),
    )
    expect(outcomes).toEqual(['waiting', 'stale', 'applied'])
    expect(state).toMatchObject({
      waiting: null,
      account: { status: 'barred', type: 'customer', detailsAt: 9 },
    })
  })
})

describe('a removal', () => {
  test('applies if it is at least as late as the amounts, and ends the details', () => {
    const { state, outcomes } = apply(amount(5, '5', { status: 'barred' }), removal(4), removal(5), amount(6))
    expect(outcomes).toEqual(['applied', 'stale', 'applied', 'applied'])
    expect(state.account).toMatchObject({ balance: '6', status: 'active' })
    expect(state.wasRemoved).toBe(true)
  })

  test('lets only a later amount bring the account back, with default details; later details wait', () => {
    const { state, outcomes } = apply(
      removal(5),
      amount(5),
      details(5, { status: 'barred' }),
      details(7, { type: 'retailer' }),
      amount(6),
      details(4, { status: 'suspended' }),
    )
    expect(outcomes).toEqual(['applied', 'stale', 'stale', 'waiting', 'applied', 'stale'])
    expect(state.account).toMatchObject({ type: 'retailer', status: 'active', detailsAt: 7 })
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

test('whatever the order and the repeats, the latest of each kind wins', () => {
  // Each of one kind has its own time; a removal may have that of another change, which it ends.
  const time = fc.integer({ min: 1, max: 9 })
  const change = fc.oneof(
    time.map((asOf) => amount(asOf)),
    fc
      .tuple(time, fc.constantFrom('active', 'suspended', 'barred'))
      .map(([asOf, status]) => details(asOf, { status, type: asOf % 2 ? 'customer' : 'retailer' })),
    time.map(removal),
  )
  const kindOf = (change: Change) => (change.op ? 2 : change.unit ? 0 : 1)
  const changes = fc
    .uniqueArray(change, { selector: (each) => `${kindOf(each)} ${each.asOf}`, maxLength: 12 })
    .chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray([...some, ...some], { minLength: some.length * 2 })),
    )
  fc.assert(
    fc.property(changes, ([some, shuffled]) => {
      const seen = apply(...shuffled).state
      const sorted = apply(...some.toSorted((a, b) => a.asOf - b.asOf || kindOf(a) - kindOf(b))).state
      expect(visible(seen)).toEqual(visible(sorted))
      expect(apply(...shuffled).outcomes.some((outcome) => outcome instanceof Refusal)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

/** What gateways serve, and what decides about later changes. */
function visible({ account, removedAt, waiting }: NumberState) {
  return account ? { ...account, detailsAt: undefined } : { removedAt, waiting }
}
