import { Fault } from './faults'
import { type ColumnOrder, findSeparator, trim } from './header'
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

/** The currencies and first digits that accounts of Production may have; all if a list is empty. */
export type AccountRules = { currencies: readonly string[]; prefixes: readonly string[] }

export const anyAccount: AccountRules = { currencies: [], prefixes: [] }

export const accountTypes = ['customer', 'retailer'] as const
export const accountStatuses = ['active', 'suspended', 'barred'] as const

const types = new Set<string>(accountTypes)
const statuses = new Set<string>(accountStatuses)
/** Digits before the decimal point: far beyond any sum, and far below the limit of `numeric`. */
const maxDigits = 30

/**
 * Parses one record of an accounts file. An msisdn may have a leading `+`. An amount may have fewer decimals than its
 * currency, and is padded; it never has more.
 * @returns the account, or why the record is bad
 */
export function parseAccount(
  fields: string[] | null,
  order: ColumnOrder,
  { currencies, prefixes } = anyAccount,
): AccountRecord | Fault {
  if (!fields) return new Fault('quoting')
  if (fields.length !== order.length) return describeFields(fields, order.length)
  const [msisdnText, type, status, currency, balanceText, frozenText] = order.map(
    (at) => fields[at] ?? '',
  ) as [string, string, string, string, string, string]
  const msisdn = parseAccountMsisdn(msisdnText)
  if (msisdn instanceof Fault) return msisdn
  if (!hasPrefix(msisdn, prefixes))
    return new Fault('prefix', { found: msisdn.slice(0, 3), allowed: prefixes.join(', ') })
  if (!types.has(type)) return describeWord('type', type, types)
  if (!statuses.has(status)) return describeWord('status', status, statuses)
  const decimals = currencyDecimals.get(currency)
  if (decimals === undefined) return describeWord('currency', currency, currencyDecimals)
  if (!isListed(currency, currencies))
    return new Fault('currency_not_allowed', { currency, allowed: currencies.join(', ') })
  const balance = parseAmount(balanceText, decimals)
  if (!balance) return describeAmount('balance', balanceText, currency, decimals)
  const frozenBalance = parseAmount(frozenText, decimals)
  if (!frozenBalance) return describeAmount('frozen_balance', frozenText, currency, decimals)
  if (frozenBalance.startsWith('-')) return new Fault('negative', { column: 'frozen_balance' })
  return { msisdn, type, status, currency, balance, frozenBalance }
}

/** Whether a list allows a word; an empty one allows all. */
export function isListed(word: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.includes(word)
}

/** Whether a number begins with one of the allowed digits. */
export function hasPrefix(msisdn: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((prefix) => msisdn.startsWith(prefix))
}

function describeFields(fields: string[], expected: number): Fault {
  const separator = findSeparator(fields)
  if (separator) return new Fault('separator', { separator })
  return new Fault('fields', { found: String(fields.length), expected: String(expected) })
}

/** Parses the number of an account, which may have a leading `+`. @returns its digits, or why it cannot be imported */
export function parseAccountMsisdn(text: string): string | Fault {
  const digits = text.startsWith(' ') ? null : parseMsisdn(text)
  if (!digits) return findArtefact('msisdn', text) ?? new Fault('msisdn')
  return digits === reservedMsisdn ? new Fault('reserved', { msisdn: reservedMsisdn }) : digits
}

function describeWord(
  column: 'type' | 'status' | 'currency',
  text: string,
  allowed: { has(word: string): boolean },
): Fault {
  const expected = [text.toLowerCase(), text.toUpperCase()].find((word) => allowed.has(word))
  if (expected) return new Fault('capitals', { column, expected })
  return findArtefact(column, text) ?? new Fault(column)
}

/** What spreadsheets do to a field. */
function findArtefact(column: string, text: string): Fault | null {
  if (text !== '' && trim(text) !== text) return new Fault('blank', { column })
  return /^\d([.,]\d+)?E\+\d+$/i.test(text) ? new Fault('scientific', { column }) : null
}

/** Without zeros before it; zeros that two parts could take would cost the square of their number. */
const amount = /^(-?)0*(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

/** Parses an amount such as `-12.5`. @returns it with exactly `decimals` decimals; null if it has more or is invalid */
export function parseAmount(text: string, decimals: number): string | null {
  const found = amount.exec(text)
  const [, sign, whole = '', fraction = ''] = found ?? []
  if (!found || whole.length > maxDigits || fraction.length > decimals) return null
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${fraction.padEnd(decimals, '0')}`
}

// ISO 4217, list one: the codes by their decimals ("minor unit"). Codes without one (metals, testing) are left out.
const codesByDecimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
      CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
      IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
      MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
      SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** The decimals of each currency that an account may have; the database's `currency_decimals` has the same list. */
export const currencyDecimals: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(decimals)]),
  ),
)

function describeAmount(column: string, text: string, currency: string, decimals: number): Fault {
  const [, , whole = '', fraction = ''] = amount.exec(text) ?? []
  if (!whole) {
    if (/^-?\d+([., ]|\u00c2\u00a0)[\d., ]*\d$/.test(text)) return new Fault('comma', { column })
    return findArtefact(column, text) ?? new Fault('amount', { column })
  }
  if (whole.length > maxDigits) return new Fault('digits', { column, digits: String(maxDigits) })
  return new Fault('decimals', {
    column,
    currency,
    found: String(fraction.length),
    decimals: String(decimals),
  })
}
