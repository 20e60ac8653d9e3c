import type { Amounts, Change, Details } from './change'

/** Before any time: the number was never removed. */
export const never = Number.NEGATIVE_INFINITY

/** Times are in microseconds since 1970. */
type At = { at: number }

/**
 * Everything that is stored about a number, and what a request makes of it. Amounts and details are there only if they
 * are later than the removal; amounts make an account.
 */
export type NumberState = {
  amounts: (Amounts & At) | null
  details: (Details & At) | null
  removedAt: number
  /** it had an account before */
  isStored: boolean
  /** details waited for its account before */
  isWaiting: boolean
  /** it was removed meanwhile, whatever came after that */
  wasRemoved: boolean
  changed: boolean
}

export type ChangeOutcome = 'applied' | 'unchanged' | 'stale' | 'waiting'

const weight: Record<ChangeOutcome, number> = { unchanged: 0, stale: 1, waiting: 2, applied: 3 }

/** What has more than one part, or change, has the outcome of the part that did most. */
export function stronger(one: ChangeOutcome, other: ChangeOutcome): ChangeOutcome {
  return weight[one] < weight[other] ? other : one
}

/**
 * Applies a change to what is stored about its number. Each of its three times, of amounts, details and removal, only
 * grows, so whatever the order in which changes arrive, the result is the same; at an equal time the removal wins. Of
 * two contents of one group with the same time the later to arrive wins.
 * @param tiesLose whether it may be an older one that arrives again: then it does not win
 */
export function applyChange(state: NumberState, change: Change, tiesLose = false): ChangeOutcome {
  if (change.op === 'remove') return remove(state, change.asOf)
  const { asOf, amounts, details } = change
  const ofAmounts =
    amounts &&
    replace(
      state,
      'amounts',
      {
        currency: amounts.currency,
        balance: amounts.balance,
        frozenBalance: amounts.frozenBalance,
        at: asOf,
      },
      tiesLose,
    )
  const ofDetails =
    details && replace(state, 'details', { type: details.type, status: details.status, at: asOf }, tiesLose)
  return stronger(ofAmounts ?? 'unchanged', ofDetails ?? 'unchanged')
}

function replace<Group extends 'amounts' | 'details'>(
  state: NumberState,
  group: Group,
  given: NonNullable<NumberState[Group]>,
  tiesLose: boolean,
): ChangeOutcome {
  const stored: NumberState[Group] = state[group]
  if (given.at <= state.removedAt || (stored && given.at < stored.at)) return 'stale'
  if (stored?.at === given.at) {
    if (isSame(stored, given)) return 'unchanged'
    if (tiesLose) return 'stale'
  }
  state[group] = given
  state.changed = true
  return state.amounts ? 'applied' : 'waiting'
}

function isSame<Given extends object>(stored: Given, given: Given): boolean {
  for (const name in given) if (stored[name] !== given[name]) return false
  return true
}

function remove(state: NumberState, asOf: number): ChangeOutcome {
  const { amounts, details, removedAt } = state
  if (asOf <= removedAt) return asOf === removedAt ? 'unchanged' : 'stale'
  const staysAccount = amounts !== null && amounts.at > asOf
  const endsDetails = details !== null && details.at <= asOf
  // Also where its account is newer: what the number was granted before the removal has ended.
  Object.assign(state, { removedAt: asOf, wasRemoved: true, changed: true })
  if (endsDetails) state.details = null
  if (staysAccount) return endsDetails ? 'applied' : 'stale'
  state.amounts = null
  return 'applied'
}
