import { z } from 'zod'
import { type Locale, locales, toLocale } from '@/lib/languages'

// A text that administrators write has one value for each language. Until the next baseline, English and French are in
// columns (`title_en`), and further languages in `translations`: { "pt": { "title": "…" } }.
const columned: readonly string[] = ['en', 'fr'] satisfies Locale[]
type Columned = 'En' | 'Fr'

/** The columns of texts by these names. */
export type TextColumns<Name extends string, Value = string> = Record<`${Name}${Columned}`, Value> & {
  translations: unknown
}
/** The same before it is stored: what a form sends has a field for each language. */
type Texts<Name extends string> = { [Key in `${Name}En`]: unknown }
type ValueOf<Row, Name extends string> = Row extends { [Key in `${Name}En`]: infer Value } ? Value : never
type Columns<Name extends string, Row> = {
  [Each in Name as `${Each}${Columned}`]: Row[`${Each}En` & keyof Row]
} & { translations: Stored }
type Stored = Record<string, Record<string, string | string[]>>

/** A row's text `name` in each language that has one; an empty one counts as none. */
export function textsOf<Name extends string, Row extends Texts<Name>>(
  row: Row,
  name: Name,
): Partial<Record<Locale, ValueOf<Row, Name>>> {
  const { translations, ...own } = row as Record<string, unknown>
  const texts = locales.map((locale) => {
    const text = own[fieldOf(name, locale)] ?? (translations as Stored | undefined)?.[locale]?.[name]
    return [locale, text] as const
  })
  return Object.fromEntries(texts.filter(([, text]) => isWritten(text))) as never
}

/**
 * A row's text `name` in a language, or in English where the language has none.
 * @param locale any language tag
 */
export function localised<Name extends string, Row extends Texts<Name>>(
  row: Row,
  name: Name,
  locale: string,
): ValueOf<Row, Name> {
  return textsOf(row, name)[toLocale(locale)] ?? (row[`${name}En`] as ValueOf<Row, Name>)
}

/** The language of the text that {@link localised} returns. */
export function languageShown<Name extends string>(row: Texts<Name>, name: Name, locale: string): Locale {
  const language = toLocale(locale)
  return language in textsOf(row, name) ? language : 'en'
}

/** The columns of the texts by these names, of what a form sent or of another row. */
export function textColumns<Name extends string, Row extends Texts<Name>>(
  row: Row,
  ...names: Name[]
): Columns<Name, Row> {
  const columns: Record<string, unknown> = {}
  const translations: Stored = {}
  for (const name of names) {
    const texts: Partial<Record<Locale, unknown>> = textsOf(row, name)
    for (const locale of locales) {
      const field = fieldOf(name, locale)
      if (columned.includes(locale)) columns[field] = texts[locale] ?? (row as Record<string, unknown>)[field]
      else if (locale in texts)
        translations[locale] = { ...translations[locale], [name]: texts[locale] as string }
    }
  }
  return { ...columns, translations } as never
}

/** The same of texts by language, as seeds have them. */
export function columnsFrom<Name extends string>(
  texts: Record<Name, Partial<Record<Locale, string>> & { en: string }>,
): TextColumns<Name> & { translations: Stored } {
  const fields = (Object.entries(texts) as [Name, Partial<Record<Locale, string>>][]).flatMap(
    ([name, each]) =>
      locales.map((locale) => [
        fieldOf(name, locale),
        each[locale] ?? (columned.includes(locale) ? each.en : undefined),
      ]),
  )
  return textColumns(Object.fromEntries(fields), ...(Object.keys(texts) as Name[])) as never
}

/** Prisma's selection of the columns of these texts. */
export function selectTexts<Name extends string>(...names: Name[]): Record<keyof TextColumns<Name>, true> {
  const fields = names.flatMap((name) =>
    (columned as Locale[]).map((locale) => [fieldOf(name, locale), true]),
  )
  return { ...Object.fromEntries(fields), translations: true }
}

/** The same in SQL. @param table before each column, as in `r.` */
export function listTextColumns(names: string[], table = ''): string {
  const columns = names.flatMap((name) =>
    (columned as Locale[]).map((locale) => `${table}${name}_${locale} AS "${fieldOf(name, locale)}"`),
  )
  return [...columns, `${table}translations`].join(', ')
}

/** The fields of a form that has these texts in each language: required as `shape` says, but for further languages. */
export function textFields<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
): { [Key in keyof Shape & string as `${Key}${Columned}`]: Shape[Key] } {
  const optional = (schema: z.ZodType) =>
    z
      .string()
      .optional()
      // Null, as a schema with a default takes no text for an empty one.
      .transform((typed) => (typed?.trim() ? typed : null))
      .pipe((schema as z.ZodType<unknown, string>).nullable())
  const fields = Object.entries(shape).flatMap(([name, schema]) =>
    locales.map((locale) => [fieldOf(name, locale), columned.includes(locale) ? schema : optional(schema)]),
  )
  return Object.fromEntries(fields)
}

/** The properties of the field of one of them. @param row whose text it shows */
export function textField<Name extends string>(name: Name, locale: Locale, row?: Texts<Name> | null) {
  const text = row ? (textsOf(row, name)[locale] as string | string[] | undefined) : undefined
  return {
    name: fieldOf(name, locale),
    lang: locale,
    defaultValue: Array.isArray(text) ? text.join('\n') : (text ?? ''),
    required: columned.includes(locale),
  }
}

/** `titleFr`: what a form names the text of a language. */
export function fieldOf(name: string, locale: Locale): string {
  return `${name}${locale[0]?.toUpperCase()}${locale.slice(1)}`
}

function isWritten(text: unknown): boolean {
  return Array.isArray(text) ? text.length > 0 : Boolean(text)
}
