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
  const clean = value
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : clean
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
 * A name chosen by a person, in quotation marks that it cannot close, and without the scheme that would make
 * mail programs turn it into a link.
 */
export function quoted(name: string, locale: Locale, length = bodyNameLength): string {
  const clean = oneLine(name.replace(/["“”„‟«»]/g, "'").replace(/[a-z][a-z0-9+.-]*:\/\//gi, ''), length)
  return locale === 'fr' ? `« ${clean} »` : `“${clean}”`
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
