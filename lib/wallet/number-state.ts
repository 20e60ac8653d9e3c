import { type AccountChange, type Change, Refusal } from './change'
import { currencyDecimals } from './currency'

/** Before any time: no one has given the details, or the number was never removed. */
export const never = Number.NEGATIVE_INFINITY

/** An account as it is stored. Times are in microseconds since 1970; that of default details is {@link never}. */
export type StoredAccount = {
  currency: string
  balance: string
  frozenBalance: string
  type: string
  status: string
  amountsAt: number
  detailsAt: number
}

type WaitingDetails = { type: string | null; status: string | null; at: number }

/** Everything that is stored about a number, and what a request makes of it. */
export type NumberState = {
  account: StoredAccount | null
  /** where its row is, if it had an account before */
  place: string | null
  removedAt: number
  waiting: WaitingDetails | null
  /** it was removed meanwhile, whatever came after that */
  wasRemoved: boolean
  changed: boolean
}

export type Outcome = 'applied' | 'unchanged' | 'stale' | 'waiting' | Refusal

/**
 * Applies a change to what is stored about its number: what wins, what waits and what is refused. Amounts and details
 * have a time each, of which the latest wins, and of equal ones the later to arrive; so whatever the order in which
 * changes arrive, the result is the same. A removal ends what is as old as it or older.
 */
export function applyChange(state: NumberState, change: Change): Outcome {
  if (change.op === 'remove') return remove(state, change.asOf)
  const outcomes: Outcome[] = []
  if (change.unit !== undefined) {
    const outcome = changeAmounts(state, change, change.unit)
    if (outcome instanceof Refusal) return outcome
    outcomes.push(outcome)
  }
  if (change.type !== undefined || change.status !== undefined) outcomes.push(changeDetails(state, change))
  if (outcomes.includes('applied')) state.changed = true
  return (
    (['applied', 'waiting', 'stale'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'unchanged'
  )
}

function remove(state: NumberState, asOf: number): Outcome {
  const { account, waiting } = state
  if (account && asOf < account.amountsAt) {
    // The amounts are already those after the removal; details from before it are not.
    if (account.detailsAt <= asOf) {
      Object.assign(account, { type: 'customer', status: 'active', detailsAt: after(asOf) })
      state.changed = true
    }
    return 'stale'
  }
  if (!account && asOf <= state.removedAt) return asOf === state.removedAt ? 'unchanged' : 'stale'
  if (account && account.detailsAt > asOf)
    state.waiting = { type: account.type, status: account.status, at: account.detailsAt }
  else if (waiting && waiting.at <= asOf) state.waiting = null
  Object.assign(state, { account: null, removedAt: asOf, wasRemoved: true, changed: true })
  return 'applied'
}

/** Details as old as a removal, or older, stay away: those that replace them begin a microsecond later. */
function after(removedAt: number): number {
  return removedAt + 1
}

function changeAmounts(state: NumberState, change: AccountChange, unit: string): Outcome {
  const { account, removedAt } = state
  const { asOf, balance, frozenBalance } = change
  if (asOf < (account ? account.amountsAt : removedAt) || (!account && asOf === removedAt)) return 'stale'
  if (!account) return open(state, change, unit)
  if (account.currency !== unit && (balance === undefined || frozenBalance === undefined))
    return new Refusal(
      'unit',
      `A change from ${account.currency} to ${unit} needs both amounts`,
      change.msisdn,
    )
  return set(account, 'amountsAt', asOf, { currency: unit, balance, frozenBalance })
}

/** The first amounts of a number, or the first after its removal, with the details that wait for them. */
function open(state: NumberState, change: AccountChange, currency: string): Outcome {
  const { asOf, balance, frozenBalance, msisdn } = change
  if (balance === undefined)
    return new Refusal('no_balance', 'The first change of a number needs a balance', msisdn)
  const { waiting } = state
  state.account = {
    currency,
    balance,
    frozenBalance: frozenBalance ?? zero(currency),
    type: waiting?.type ?? 'customer',
    status: waiting?.status ?? 'active',
    amountsAt: asOf,
    detailsAt: waiting?.at ?? after(state.removedAt),
  }
  state.waiting = null
  state.removedAt = never
  return 'applied'
}

function changeDetails(state: NumberState, { asOf, type, status }: AccountChange): Outcome {
  const { account, waiting } = state
  if (account) {
    if (asOf < account.detailsAt) return 'stale'
    return set(account, 'detailsAt', asOf, { type, status })
  }
  if (asOf <= state.removedAt || (waiting && asOf < waiting.at)) return 'stale'
  state.waiting = { type: type ?? waiting?.type ?? null, status: status ?? waiting?.status ?? null, at: asOf }
  state.changed = true
  return 'waiting'
}

/** Sets what is given, and the time of its kind. */
function set(
  account: StoredAccount,
  time: 'amountsAt' | 'detailsAt',
  asOf: number,
  given: Partial<Record<'currency' | 'balance' | 'frozenBalance' | 'type' | 'status', string>>,
): Outcome {
  let outcome: Outcome = account[time] === asOf ? 'unchanged' : 'applied'
  account[time] = asOf
  for (const name of Object.keys(given) as (keyof typeof given)[]) {
    const value = given[name]
    if (value === undefined || value === account[name]) continue
    account[name] = value
    outcome = 'applied'
  }
  return outcome
}

function zero(currency: string): string {
  const decimals = currencyDecimals.get(currency) ?? 0
  return decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`
}
