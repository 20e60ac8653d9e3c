import { now } from '@/lib/clock'
import { parseLosslessJson } from '@/lib/exact-json'
import { type Change, ChangeError, type ChangeRules, readChange } from './change'
import { accountColumns } from './faults'
import { maxAheadMs } from './timestamp'

const columns = new Set<string>([...accountColumns, 'as_of'])

/**
 * Parses one line of a stream: a change as the feed takes it, or an object with the columns of an accounts file, all of
 * them text, and `as_of`, the time of the change.
 */
export function parseLine(line: string, rules: Omit<ChangeRules, 'latest'>): Change | ChangeError {
  let value: unknown
  try {
    value = parseLosslessJson(line)
  } catch {
    return new ChangeError('json', 'is not a JSON object')
  }
  const change = isFlat(value) ? unflatten(value) : value
  if (change instanceof ChangeError) return change
  return readChange(change, { ...rules, latest: (now().getTime() + maxAheadMs) * 1000 })
}

function isFlat(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'as_of' in value
}

function unflatten(value: Record<string, unknown>): object | ChangeError {
  if (Object.keys(value).some((name) => !columns.has(name)))
    return new ChangeError('unknown_member', 'has a name that is not known')
  for (const name of columns)
    if (typeof value[name] !== 'string')
      return new ChangeError('text', `${name}: must be there, as text in quotes`)
  const { msisdn, type, status, currency: unit, balance, frozen_balance: frozen, as_of: asOf } = value
  return {
    msisdn,
    type,
    status,
    balance: { value: balance, unit },
    frozenBalance: { value: frozen, unit },
    asOf,
  }
}
