import { type Locale, toLocale } from '@/lib/languages'

type Field<Name extends string> = `${Name}${Capitalize<Locale>}`

/**
 * The text `name` of a row that has one for each language, or what stands for it: a list, for example. It is the English
 * one where the language has none.
 * @param locale any language tag
 */
export function localised<Name extends string, Row extends { [Key in `${Name}En`]: unknown }>(
  row: Row,
  name: Name,
  locale: string,
): Row[`${Name}En`] {
  const language = toLocale(locale)
  const own = (row as Record<string, Row[`${Name}En`]>)[fieldOf(name, language)]
  return own ?? row[`${name}En`]
}

/** The field of a text in one language: `titleFr`. */
function fieldOf<Name extends string>(name: Name, locale: Locale): Field<Name> {
  return `${name}${locale[0]?.toUpperCase()}${locale.slice(1)}` as Field<Name>
}
