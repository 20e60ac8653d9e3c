import { getTranslations } from 'next-intl/server'
import { formatAmount } from '@/components/format'
import { getLocale } from '@/i18n/current-locale'
import { type InputKind, type NumberStyle, readInput } from '@/lib/text-input'
import { currencyDecimals } from '@/lib/wallet/account-record'

/** The fields, of all forms, in which a mark or a blank means nothing. Texts in words are as they were typed. */
const kinds: Record<string, InputKind | 'amount' | 'count' | 'size'> = {
  query: 'search',
  msisdns: 'search',
  networks: 'search',
  publicKey: 'search',
  email: 'line',
  supportEmail: 'line',
  accentColour: 'line',
  currency: 'line',
  registrationNumber: 'line',
  taxNumber: 'line',
  asOf: 'line',
  from: 'line',
  to: 'line',
  sunset: 'line',
  effectiveFrom: 'line',
  url: 'url',
  website: 'url',
  termsUrl: 'url',
  privacyUrl: 'url',
  imprintUrl: 'url',
  code: 'code',
  msisdn: 'msisdn',
  balance: 'amount',
  frozenBalance: 'amount',
  callsPerMinute: 'count',
  faultCalls: 'count',
  faultSeconds: 'count',
  days: 'count',
  allowRemovals: 'count',
  maxMegabytes: 'size',
}

/**
 * The fields of a form, as their schemas expect them: a person's spelling is read here, and schemas are as strict as
 * for programs and files.
 * @returns also what is wrong with fields whose spelling is refused, in the reader's language
 */
export async function readFields<Value>(form: Iterable<[string, Value]>) {
  const fields: Record<string, Value | string> = Object.fromEntries(form)
  const problems: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind || typeof value !== 'string') continue
    const read = await readField(value, kind, fields.currency)
    if (typeof read === 'string') fields[name] = read
    else problems[name] = (await getTranslations('common.input'))(read.reason, read.values)
  }
  return { fields, problems }
}

async function readField(value: string, kind: (typeof kinds)[string], currency: unknown) {
  if (kind !== 'amount' && kind !== 'count' && kind !== 'size') return readInput(value, kind)
  const locale = await getLocale()
  const style: NumberStyle = { write: (number) => formatAmount(number, locale) }
  if (kind === 'count') style.decimals = 0
  if (kind === 'amount') {
    style.currency = String(readInput(String(currency ?? ''), 'line')).toUpperCase()
    style.decimals = currencyDecimals.get(style.currency)
  }
  return readInput(value, 'number', style)
}
