import { ExactNumber } from '@/lib/exact-json'
import {
  type AccountRules,
  accountStatuses,
  accountTypes,
  hasPrefix,
  isListed,
  readAmount,
  readMsisdn,
} from './account-record'
import { currencyDecimals } from './currency'
import { Fault } from './faults'
import { readMoment } from './moment'

/**
 * What a wallet says about a number since a time: amounts with their unit, type and status, each only if it was given.
 * Amounts are text with exactly the currency's decimals; `asOf` is in microseconds since 1970.
 */
export type AccountChange = {
  op?: undefined
  msisdn: string
  asOf: number
  unit?: string
  balance?: string
  frozenBalance?: string
  type?: string
  status?: string
}

/** The removal of a number, as of a time. */
export type Removal = { op: 'remove'; msisdn: string; asOf: number }

export type Change = AccountChange | Removal

/** Why a change cannot be applied. The message never has an amount. */
export class Refusal {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly msisdn?: string,
  ) {}
}

/** With the latest time that a change may have. */
export type ChangeRules = AccountRules & { latest: number }

/** What an object of JSON has, by name. */
export type Members = Record<string, unknown>

const members = new Set(['msisdn', 'type', 'status', 'balance', 'frozenBalance', 'asOf'])
const removalMembers = new Set(['op', 'msisdn', 'asOf'])
const amountMembers = new Set(['value', 'unit'])

/**
 * Reads one change: an object with `msisdn`, `asOf` and at least one of `balance`, `frozenBalance`, `type` and
 * `status`; or `{"op":"remove","msisdn":"…","asOf":"…"}`.
 * @param value as a JSON parser made it, with numbers whose digits matter as `ExactNumber`
 */
export function readChange(value: unknown, rules: ChangeRules): Change | Refusal {
  if (!isObject(value)) return new Refusal('no_change', 'Is not an object')
  const isRemoval = 'op' in value
  const given = value.msisdn
  const msisdn = typeof given === 'string' ? readNumber(given, rules) : noNumber
  if (msisdn instanceof Refusal) return findUnknown(value, isRemoval ? removalMembers : members) ?? msisdn
  const change = isRemoval ? readRemoval(value, msisdn, rules) : readAccount(value, msisdn, rules)
  return change instanceof Refusal ? new Refusal(change.code, change.message, msisdn) : change
}

function readRemoval(value: Members, msisdn: string, rules: ChangeRules): Removal | Refusal {
  const unknown = findUnknown(value, removalMembers)
  if (unknown) return unknown
  if (value.op !== 'remove') return new Refusal('op', 'op must be remove')
  const asOf = readTime(value.asOf, rules)
  return typeof asOf === 'number' ? { op: 'remove', msisdn, asOf } : asOf
}

function readAccount(value: Members, msisdn: string, rules: ChangeRules): AccountChange | Refusal {
  const unknown = findUnknown(value, members)
  if (unknown) return unknown
  const asOf = readTime(value.asOf, rules)
  if (typeof asOf !== 'number') return asOf
  const change: AccountChange = { msisdn, asOf }
  const refusal = readDetails(value, change) ?? readAmounts(value, change, rules)
  if (refusal) return refusal
  return change.unit || change.type || change.status
    ? change
    : new Refusal('no_change', 'Has neither an amount nor a type or status')
}

function readDetails({ type, status }: Members, change: AccountChange): Refusal | null {
  if (type !== undefined) {
    if (!accountTypes.includes(type as never)) return new Refusal('type', 'type must be customer or retailer')
    change.type = type as string
  }
  if (status !== undefined) {
    if (!accountStatuses.includes(status as never))
      return new Refusal('status', 'status must be active, suspended or barred')
    change.status = status as string
  }
  return null
}

function readAmounts(value: Members, change: AccountChange, rules: ChangeRules): Refusal | null {
  for (const name of ['balance', 'frozenBalance'] as const) {
    if (value[name] === undefined) continue
    const refusal = readOne(name, value[name], change, rules)
    if (refusal) return refusal
  }
  return null
}

function readOne(
  name: 'balance' | 'frozenBalance',
  given: unknown,
  change: AccountChange,
  { currencies }: ChangeRules,
): Refusal | null {
  if (!isObject(given)) return new Refusal('amount', `${name} must be an object with value and unit`)
  const unknown = findUnknown(given, amountMembers)
  if (unknown) return unknown
  const { unit } = given
  const decimals = typeof unit === 'string' ? currencyDecimals.get(unit) : undefined
  if (decimals === undefined) return new Refusal('currency', 'unit must be a currency code of ISO 4217')
  if (!isListed(unit as string, currencies))
    return new Refusal('currency', `${unit} is not one of ${currencies.join(', ')}`)
  if (change.unit !== undefined && change.unit !== unit)
    return new Refusal('units', `Has two units, ${change.unit} and ${unit}`)
  const amount = readValue(name, given.value, unit as string, decimals)
  if (amount instanceof Refusal) return amount
  change.unit = unit as string
  change[name] = amount
  return null
}

function readValue(name: string, value: unknown, unit: string, decimals: number): string | Refusal {
  // Numbers come as such, or by their digits; anything else is no amount.
  const text = isText(value) ? String(value) : ''
  const amount = readAmount(text, decimals)
  if (amount === null) {
    const found = /^-?\d{1,30}\.(\d+)$/.exec(text)?.[1]?.length ?? 0
    if (found > decimals)
      return new Refusal('decimals', `${name} has ${found} decimals, ${unit} has ${decimals}`)
    return new Refusal('amount', `${name} must be a number of up to 30 digits, without an exponent`)
  }
  if (!amount.startsWith('-')) return amount
  if (/^-[0.]+$/.test(amount)) return amount.slice(1)
  return name === 'balance' ? amount : new Refusal('frozen', 'frozenBalance must not be below zero')
}

const noNumber = new Refusal('msisdn', 'msisdn must be 6 to 15 digits in international form, as text')

function readNumber(text: string, { prefixes }: ChangeRules): string | Refusal {
  const msisdn = readMsisdn(text)
  if (msisdn instanceof Fault)
    return msisdn.code === 'reserved'
      ? new Refusal('reserved', 'This number is reserved, and never exists')
      : noNumber
  if (hasPrefix(msisdn, prefixes)) return msisdn
  return new Refusal('prefix', `${msisdn.slice(0, 3)} is not one of ${prefixes.join(', ')}`, msisdn)
}

function readTime(value: unknown, { latest }: ChangeRules): number | Refusal {
  const asOf = isText(value) ? readMoment(value) : null
  if (asOf === null)
    return new Refusal(
      'as_of',
      'asOf must be a time such as 2026-11-27T09:00:00.123456Z, or milliseconds since 1970',
    )
  return asOf > latest ? new Refusal('as_of', 'asOf is more than an hour ahead') : asOf
}

function findUnknown(value: Members, known: Set<string>): Refusal | null {
  for (const name in value)
    if (!known.has(name))
      return new Refusal('unknown_member', `Has a member that is not known: ${clean(name)}`)
  return null
}

/** A name may be anything, and is shown to administrators. */
function clean(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) && !/\d{5}/.test(name) ? name : '…'
}

/** Whether a value of JSON is an object, and not a number by its digits. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isText(value)
}

/** Text, a number, or a number by its digits. */
function isText(value: unknown): value is string | number | { toString(): string } {
  return typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
}
