import { type Locale, languages } from '@/generated/languages'

export type { Locale }

/** The languages of the portal, English first. */
export const locales = Object.keys(languages) as Locale[]

/** Whether `value` is a language of the portal. */
export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

/** The language of a stored or chosen tag ("fr-SN" is "fr"); English for anything unknown. */
export function toLocale(tag: string): Locale {
  const [language] = tag.toLowerCase().split(/[-_]/)
  return (
    locales.find((each) => languages[each].tag === tag) ?? locales.find((each) => each === language) ?? 'en'
  )
}

/** The tag of a language's dates, numbers and order (BCP 47). */
export function tagOf(locale: string): string {
  return languages[toLocale(locale)].tag
}

/** What a language is called in itself. */
export function nameOf(locale: Locale): string {
  return languages[locale].name
}

/** The direction of a language's text. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return languages[locale].direction
}

/** What a language is called in the reader's. */
export function describeLanguage(locale: Locale, reader: Locale): string {
  return new Intl.DisplayNames(tagOf(reader), { type: 'language' }).of(locale) ?? locale
}
