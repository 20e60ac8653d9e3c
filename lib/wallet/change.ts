import { ExactNumber } from '@/lib/exact-json'
import {
  type AccountRules,
  accountStatuses,
  accountTypes,
  currencyDecimals,
  hasPrefix,
  isListed,
  parseAccountMsisdn,
  parseAmount,
} from './account-record'
import { Fault } from './faults'
import { parseTimestamp } from './timestamp'

/** Text with exactly the currency's decimals. */
export type Amounts = { currency: string; balance: string; frozenBalance: string }

export type Details = { type: string; status: string }

/** What a wallet says about a number since a time, in microseconds since 1970: amounts, details or both, each whole. */
export type AccountChange = {
  op?: undefined
  msisdn: string
  asOf: number
  amounts?: Amounts
  details?: Details
}

/** The removal of a number, as of a time. */
export type Removal = { op: 'remove'; msisdn: string; asOf: number }

export type Change = AccountChange | Removal

/** What can be read of a change that is refused: its number, its time in microseconds since 1970, and its groups. */
export type Readable = { msisdn?: string; asOf?: number; hasAmounts?: boolean; hasDetails?: boolean }

/** Why a change cannot be applied. The message never has an amount. */
export class ChangeError {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly of: Readable = {},
  ) {}

  with(of: Readable): ChangeError {
    return new ChangeError(this.code, this.message, of)
  }
}

/** With the latest time that a change may have. */
export type ChangeRules = AccountRules & { latest: number }

/** What an object of JSON has, by name. */
export type Members = Record<string, unknown>

const members = new Set(['msisdn', 'type', 'status', 'balance', 'frozenBalance', 'asOf'])
const removalMembers = new Set(['op', 'msisdn', 'asOf'])
const amountMembers = new Set(['value', 'unit'])

/**
 * Reads one change: an object with `msisdn`, `asOf`, and amounts (`balance`, and `frozenBalance` unless it is 0),
 * details (`type` and `status`) or both; or `{"op":"remove","msisdn":"…","asOf":"…"}`.
 * @param value as a JSON parser made it, with numbers whose digits matter as `ExactNumber`
 */
export function readChange(value: unknown, rules: ChangeRules): Change | ChangeError {
  if (!isObject(value)) return new ChangeError('no_change', 'Is not an object')
  const isRemoval = 'op' in value
  const msisdn = typeof value.msisdn === 'string' ? readNumber(value.msisdn, rules) : noNumber
  const asOf = readTime(value.asOf, rules)
  const change =
    findUnknown(value, isRemoval ? removalMembers : members) ??
    (msisdn instanceof ChangeError
      ? msisdn
      : asOf instanceof ChangeError
        ? asOf
        : isRemoval
          ? readRemoval(value, msisdn, asOf)
          : readAccount(value, { msisdn, asOf }, rules))
  if (!(change instanceof ChangeError)) return change
  return change.with({
    msisdn: msisdn instanceof ChangeError ? msisdn.of.msisdn : msisdn,
    asOf: asOf instanceof ChangeError ? asOf.of.asOf : asOf,
    hasAmounts: 'balance' in value || 'frozenBalance' in value,
    hasDetails: 'type' in value || 'status' in value,
  })
}

function readRemoval({ op }: Members, msisdn: string, asOf: number): Removal | ChangeError {
  return op === 'remove' ? { op, msisdn, asOf } : new ChangeError('op', 'op must be remove')
}

function readAccount(value: Members, change: AccountChange, rules: ChangeRules): AccountChange | ChangeError {
  const details = readDetails(value)
  if (details instanceof ChangeError) return details
  const amounts = readAmounts(value, rules)
  if (amounts instanceof ChangeError) return amounts
  if (!amounts && !details)
    return new ChangeError('no_change', 'Has neither a balance nor a type with a status')
  if (amounts) change.amounts = amounts
  if (details) change.details = details
  return change
}

function readDetails({ type, status }: Members): Details | ChangeError | undefined {
  if (type === undefined && status === undefined) return undefined
  if (type !== undefined && !accountTypes.includes(type as never))
    return new ChangeError('type', 'type must be customer or retailer')
  if (status !== undefined && !accountStatuses.includes(status as never))
    return new ChangeError('status', 'status must be active, suspended or barred')
  if (type === undefined) return new ChangeError('no_type', 'status needs the type next to it')
  if (status === undefined) return new ChangeError('no_status', 'type needs the status next to it')
  return { type: type as string, status: status as string }
}

function readAmounts(
  { balance, frozenBalance }: Members,
  rules: ChangeRules,
): Amounts | ChangeError | undefined {
  const found = balance === undefined ? undefined : readOne('balance', balance, rules)
  if (found instanceof ChangeError) return found
  if (frozenBalance === undefined)
    return found && { currency: found.unit, balance: found.amount, frozenBalance: found.zero }
  const frozen = readOne('frozenBalance', frozenBalance, rules)
  if (frozen instanceof ChangeError) return frozen
  if (!found) return new ChangeError('no_balance', 'frozenBalance needs the balance next to it')
  if (found.unit !== frozen.unit)
    return new ChangeError('units', `Has two units, ${found.unit} and ${frozen.unit}`)
  return { currency: found.unit, balance: found.amount, frozenBalance: frozen.amount }
}

type OneAmount = { unit: string; amount: string; zero: string }

function readOne(
  name: 'balance' | 'frozenBalance',
  given: unknown,
  { currencies }: ChangeRules,
): OneAmount | ChangeError {
  if (!isObject(given)) return new ChangeError('amount', `${name} must be an object with value and unit`)
  const unknown = findUnknown(given, amountMembers)
  if (unknown) return unknown
  const { unit } = given
  const decimals = typeof unit === 'string' ? currencyDecimals.get(unit) : undefined
  if (decimals === undefined) return new ChangeError('currency', 'unit must be a currency code of ISO 4217')
  if (!isListed(unit as string, currencies))
    return new ChangeError('currency', `${unit} is not one of ${currencies.join(', ')}`)
  const amount = readValue(name, given.value, unit as string, decimals)
  if (amount instanceof ChangeError) return amount
  return { unit: unit as string, amount, zero: zeros[decimals] as string }
}

const zeros = ['0', '0.0', '0.00', '0.000', '0.0000']

function readValue(name: string, value: unknown, unit: string, decimals: number): string | ChangeError {
  // Numbers come as such, or by their digits; anything else is no amount.
  const text = isText(value) ? String(value) : ''
  const amount = parseAmount(text, decimals)
  if (amount === null) {
    const found = /^-?\d{1,30}\.(\d+)$/.exec(text)?.[1]?.length ?? 0
    if (found > decimals)
      return new ChangeError('decimals', `${name} has ${found} decimals, ${unit} has ${decimals}`)
    return new ChangeError('amount', `${name} must be a number of up to 30 digits, without an exponent`)
  }
  if (!amount.startsWith('-')) return amount
  if (/^-[0.]+$/.test(amount)) return amount.slice(1)
  return name === 'balance' ? amount : new ChangeError('frozen', 'frozenBalance must not be below zero')
}

const noNumber = new ChangeError('msisdn', 'msisdn must be 6 to 15 digits in international form, as text')

function readNumber(text: string, { prefixes }: ChangeRules): string | ChangeError {
  const msisdn = parseAccountMsisdn(text)
  if (msisdn instanceof Fault)
    return msisdn.code === 'reserved'
      ? new ChangeError('reserved', 'This number is reserved, and never exists')
      : noNumber
  if (hasPrefix(msisdn, prefixes)) return msisdn
  return new ChangeError('prefix', `${msisdn.slice(0, 3)} is not one of ${prefixes.join(', ')}`, { msisdn })
}

function readTime(value: unknown, { latest }: ChangeRules): number | ChangeError {
  const asOf = isText(value) ? parseTimestamp(value) : null
  if (asOf === null)
    return new ChangeError(
      'as_of',
      'asOf must be a time such as 2026-11-27T09:00:00.123456Z, or milliseconds since 1970, from the year 2000 on',
    )
  return asOf > latest ? new ChangeError('as_of', 'asOf is more than an hour ahead', { asOf }) : asOf
}

function findUnknown(value: Members, known: Set<string>): ChangeError | null {
  for (const name in value)
    if (!known.has(name))
      return new ChangeError('unknown_member', `Has a member that is not known: ${clean(name)}`)
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
