import { currencyDecimals } from './currency'
import { parseMsisdn, reservedMsisdn } from './msisdn'

/** An account as it is stored: amounts are text with exactly the currency's decimals. */
export type AccountRecord = {
  msisdn: string
  type: string
  status: string
  currency: string
  balance: string
  frozenBalance: string
}

/** The columns of an accounts file, in any order. */
export const accountColumns = ['msisdn', 'type', 'status', 'currency', 'balance', 'frozen_balance'] as const

/** The position of each of {@link accountColumns} in a file, in their order. */
export type ColumnOrder = readonly number[]

const types = new Set(['customer', 'retailer'])
const statuses = new Set(['active', 'suspended', 'barred'])
/** Digits before the decimal point: far beyond any sum, and far below the limit of `numeric`. */
const maxDigits = 30

/** Reads the first record of an accounts file. @returns the order of the columns, or why it is not a valid header */
export function readHeader(fields: string[] | null): ColumnOrder | string {
  const expected = `The first line must name the columns ${accountColumns.join(', ')}, separated by commas, in any order`
  if (!fields) return `${expected}: its quoting is wrong.`
  if (fields.length === 1 && /[;\t|]/.test(fields[0] ?? ''))
    return `${expected}: this file is separated by something else.`
  const missing = accountColumns.filter((name) => !fields.includes(name))
  if (missing.length > 0) return `${expected}: missing ${missing.join(', ')}.`
  if (fields.length > accountColumns.length) return `${expected}: there are others, or one is repeated.`
  return accountColumns.map((name) => fields.indexOf(name))
}

/**
 * Parses one record of an accounts file. An msisdn may have a leading `+`. An amount may have fewer decimals than its
 * currency, and is padded; it never has more.
 * @returns the account, or why the record is bad: the column and the error, never the value
 */
export function parseAccount(fields: string[] | null, order: ColumnOrder): AccountRecord | string {
  if (!fields) return 'the quoting is wrong'
  if (fields.length !== order.length) return `has ${fields.length} fields and not ${order.length}`
  const [msisdnText, type, status, currency, balanceText, frozenText] = order.map(
    (at) => fields[at] ?? '',
  ) as [string, ...string[]]
  const msisdn = readMsisdn(msisdnText)
  if (msisdn.error !== undefined) return msisdn.error
  if (!type || !types.has(type)) return 'type: must be customer or retailer'
  if (!status || !statuses.has(status)) return 'status: must be active, suspended or barred'
  const decimals = currencyDecimals.get(currency ?? '')
  if (!currency || decimals === undefined) return 'currency: is not a currency code of ISO 4217'
  const balance = readAmount(balanceText ?? '', decimals)
  if (!balance) return `balance: ${amountFault(balanceText ?? '', currency, decimals)}`
  const frozenBalance = readAmount(frozenText ?? '', decimals)
  if (!frozenBalance) return `frozen_balance: ${amountFault(frozenText ?? '', currency, decimals)}`
  if (frozenBalance.startsWith('-')) return 'frozen_balance: must not be negative'
  return { msisdn: msisdn.digits, type, status, currency, balance, frozenBalance }
}

/** Parses the number of an account, which may have a leading `+`. @returns its digits, or why it cannot be imported */
export function readMsisdn(text: string): { digits: string; error?: undefined } | { error: string } {
  const digits = text.startsWith(' ') ? null : parseMsisdn(text)
  if (!digits)
    return { error: 'msisdn: must be 6 to 15 digits, in international form, without leading zeros' }
  if (digits === reservedMsisdn) return { error: `msisdn: ${reservedMsisdn} is reserved, and never exists` }
  return { digits }
}

const amount = /^(-?)([0-9]+)(?:\.([0-9]+))?$/

/** Parses an amount such as `-12.5`. @returns it with exactly `decimals` decimals; null if it has more or is invalid */
export function readAmount(text: string, decimals: number): string | null {
  const found = amount.exec(text)
  const [, sign, whole = '', fraction = ''] = found ?? []
  if (!found || whole.length > maxDigits || fraction.length > decimals) return null
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${fraction.padEnd(decimals, '0')}`
}

function amountFault(text: string, currency: string, decimals: number): string {
  const [, , whole = '', fraction = ''] = amount.exec(text) ?? []
  if (!whole) return 'must be a number such as 1250 or 12.50'
  if (whole.length > maxDigits) return `has more than ${maxDigits} digits`
  return `has ${fraction.length} decimals, but ${currency} has ${decimals}`
}
