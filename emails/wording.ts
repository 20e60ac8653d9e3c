export const locales = ['en', 'fr'] as const
export type Locale = (typeof locales)[number]

/** The wording of one message: the same keys in every language, a missing language being a type error. */
export type Texts = Record<Locale, Record<string, string | ((...values: never[]) => string)>>

const subjectNameLength = 60
const bodyNameLength = 200
/** Characters that hide, or that turn the reading direction; the joiners which scripts and emoji need stay. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\p{Cs}]/gu

/** A supported locale for whatever was stored ("fr-SN" is "fr"); English for anything unknown. */
export function pickLocale(locale: string): Locale {
  const language = locale.toLowerCase().split(/[-_]/)[0]
  return locales.find((known) => known === language) ?? 'en'
}

/** One line without control or invisible characters, cut at `length` characters. */
export function oneLine(value: string, length: number): string {
  return cut(toOneLine(value), length)
}

function toOneLine(value: string): string {
  return value
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

function cut(line: string, length: number): string {
  const characters = [...line]
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : line
}

/** Lines of a longer text from a person, without control or invisible characters. */
export function lines(value: string): string[] {
  const clean = value.replace(invisible, '').replace(/\r\n?|[\u2028\u2029]/g, '\n')
  return clean
    .trim()
    .split('\n')
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())
}

/**
 * A name chosen by a person, in quotation marks that it cannot close, with nothing in it that mail programs turn
 * into a link.
 */
export function quoted(name: string, locale: Locale, length = bodyNameLength): string {
  const line = withoutSchemes(toOneLine(name.replace(/["“”„‟«»]/g, "'")))
  const clean = breakHosts(cut(line, length))
  return locale === 'fr' ? `« ${clean} »` : `“${clean}”`
}

/** Removing one scheme can join the parts of another ("http:x:////"): repeated until nothing changes. */
function withoutSchemes(line: string): string {
  const shorter = line.replace(/[a-z0-9+.-]*:[/\\]{2,}/gi, '')
  return shorter === line ? line : withoutSchemes(shorter)
}

/**
 * Puts a zero-width space after each dot of what could be a host name or an IPv4 address ("example.org", "10.0.0.1");
 * version numbers ("2.1") stay as they are. The other dots are those that IDNA reads as one (UTS #46 §4).
 */
function breakHosts(line: string): string {
  return line
    .replace(/[.．。｡](?=[^\s\d])/g, '$&\u200B')
    .replace(/\d+(?:[.．。｡]\d+){3,}/g, (address) => address.replace(/[.．。｡]/g, '$&\u200B'))
}

export function quotedInSubject(name: string, locale: Locale): string {
  return quoted(name, locale, subjectNameLength)
}

/** `2026-11-21T09:00:00Z` as "21 November 2026 at 09:00 UTC". */
export function moment(iso: string, locale: Locale, timeZone = 'UTC'): string {
  const format = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })
  return `${format.format(new Date(iso))} ${timeZone === 'UTC' ? 'UTC' : `(${timeZone})`}`
}

export function hoursLong(hours: number, locale: Locale): string {
  const unit = locale === 'fr' ? 'heure' : 'hour'
  return `${hours} ${unit}${hours === 1 ? '' : 's'}`
}

/** The environments carry the same names in every language. */
export function environmentName(environment: 'sandbox' | 'production'): string {
  return environment === 'sandbox' ? 'Sandbox' : 'Production'
}
