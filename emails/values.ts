import type { Locale } from '@/lib/languages'
import { day, environmentName, headline, moment, oneLine, person } from './format'
import type { Values } from './texts'

type Context = {
  locale: Locale
  /** Puts a name chosen by a person in quotation marks, at a length for the subject or the body. */
  quote: (name: string) => string
}
type Writer = (value: string, context: Context & { timeZone?: string }) => string

const name: Writer = (value, { quote }) => quote(value)
const time: Writer = (value, { locale, timeZone }) => moment(value, locale, timeZone)
const date: Writer = (value, { locale }) => day(value, locale)
const address: Writer = (value) => oneLine(value, 254)
const plain: Writer = (value) => value

/** How texts show a prop. What is not listed, such as a reason, is for no sentence: its name in one throws. */
const writers: Record<string, Writer> = {
  applicationName: name,
  organisationName: name,
  documentName: name,
  name,
  provider: name,
  title: (value) => headline(value),
  at: time,
  dueAt: time,
  expiresOn: time,
  from: time,
  previousValidUntil: time,
  promisedBy: time,
  to: time,
  sunset: date,
  validUntil: date,
  address: (value) => oneLine(value, 64),
  addressMasked: address,
  newAddressMasked: address,
  environment: (value, { locale }) => environmentName(value as 'sandbox' | 'production', locale),
  cause: plain,
  change: plain,
  clientId: plain,
  detail: plain,
  endpoint: plain,
  host: plain,
  kid: plain,
  role: plain,
  supportEmail: plain,
}

/**
 * The props of a message, or others, as the arguments of its texts: an array is its length, and
 * `personEmail` with `personName` the argument `person`.
 */
export function valuesOf(props: object, context: Context): Values {
  const all = props as Record<string, unknown>
  const timeZone = typeof all.timeZone === 'string' ? all.timeZone : undefined
  const entries = Object.entries(all).flatMap(([key, value]): [string, string | number][] => {
    if (typeof value === 'number') return [[key, value]]
    if (Array.isArray(value)) return [[key, value.length]]
    if (typeof value !== 'string') return []
    const role = /^(\w+)Email$/.exec(key)?.[1]
    if (role && role !== 'support') {
      const chosen = all[`${role}Name`]
      return [[role, person(value, typeof chosen === 'string' ? chosen : undefined, context.locale)]]
    }
    const write = writers[key]
    return write ? [[key, write(value, { ...context, timeZone })]] : []
  })
  return Object.fromEntries(entries)
}
