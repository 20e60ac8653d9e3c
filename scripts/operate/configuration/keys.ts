import { z } from 'zod'
import { type Locale, locales } from '@/lib/languages'
import { fieldOf, textsOf } from '@/lib/translations'

/** What the portal's form posts, by the names of its fields. */
export type Posted = Record<string, unknown>
type Shape = Record<string, z.ZodType>

/** A key of the file, which is one or more fields of the portal's form. */
export type Key = {
  schema: z.ZodType
  /** What the form would post for a value of the file; nothing for one that is missing. */
  post(value: unknown): Posted
  /** The value for the file of what the form would show. */
  read(posted: Posted): unknown
  /** Where in the value a field is, if it is not all of it. */
  places?: Record<string, string>
}

/** Fields that are the same in the file; what the form may leave out, the file may. */
export function plain(shape: Shape, ...fields: string[]): Record<string, Key> {
  const keys = fields.map((field): [string, Key] => {
    const post = (value: unknown) => (value === undefined ? {} : { [field]: value })
    return [field, { schema: shape[field] as z.ZodType, post, read: (posted) => posted[field] }]
  })
  return Object.fromEntries(keys)
}

/** A checkbox. */
export function flag(field: string): Key {
  return {
    schema: z.boolean(),
    post: (value) => (value ? { [field]: 'on' } : {}),
    read: (posted) => Boolean(posted[field]),
  }
}

/** Checkboxes that are a list of those that are ticked. */
export function ticks(fields: readonly string[]): Key {
  return {
    schema: z.array(z.enum(fields)),
    post: (value) => Object.fromEntries(((value ?? []) as string[]).map((field) => [field, 'on'])),
    read: (posted) => fields.filter((field) => posted[field]),
    places: Object.fromEntries(fields.map((field) => [field, ''])),
  }
}

/** Fields for a text in each language. */
export function texts(shape: Shape, name: string): Key {
  return byLanguage(shape, name, (schema) => {
    return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
  })
}

/** The same, each with a list of lines: as many in each language that the text `like` has to have. */
export function lines(shape: Shape, name: string, like: string): Key {
  const { post, read, ...key } = byLanguage(shape, name, () => z.array(z.string()), like)
  return {
    ...key,
    post: (value) => mapValues(post(value), (list) => (list as string[]).join('\n')),
    read: (posted) =>
      mapValues(read(posted) as Posted, (text) => (text === '' ? [] : String(text).split('\n'))),
  }
}

/** A path of a file next to this one; null for none. It is no part of what is posted. */
export function file(): Key {
  return { schema: z.string().min(1).nullish(), post: () => ({}), read: () => null }
}

/**
 * English first, and required. Others are in the file where they are not empty; where the form needs one that is
 * missing, it is English.
 */
function byLanguage(shape: Shape, name: string, schemaOf: (field: z.ZodType) => z.ZodType, like = name): Key {
  const fields = locales.map((locale, index) => {
    const field = fieldOf(name, locale)
    const schema = schemaOf(shape[field] as z.ZodType)
    const isNeeded = !shape[fieldOf(like, locale)]?.safeParse(undefined).success
    return { locale, field, schema: index === 0 ? schema : schema.optional(), isNeeded }
  })
  const schema = z.strictObject(Object.fromEntries(fields.map(({ locale, schema }) => [locale, schema])))
  const isOptional = shape[fieldOf(name, 'en')]?.safeParse(undefined).success
  return {
    schema: isOptional ? schema.optional() : schema,
    post(value) {
      const given = (value ?? {}) as Posted
      const posted = fields.map(({ locale, field, isNeeded }) => {
        return [field, given[locale] ?? (isNeeded ? given.en : undefined)] as const
      })
      return Object.fromEntries(posted.filter(([, text]) => text !== undefined))
    },
    read(posted) {
      const shown = fields.filter(({ field }, index) => index === 0 || posted[field])
      return Object.fromEntries(shown.map(({ locale, field }) => [locale, posted[field] ?? '']))
    },
    places: Object.fromEntries(fields.map(({ locale, field }) => [field, locale])),
  }
}

/** What the form would post of a row's texts by these names. */
export function postTexts(row: object, ...names: string[]): Posted {
  const posted = names.flatMap((name) =>
    Object.entries(textsOf(row as never, name)).map(([locale, text]) => {
      return [fieldOf(name, locale as Locale), Array.isArray(text) ? text.join('\n') : text]
    }),
  )
  return Object.fromEntries(posted)
}

function mapValues(given: Posted, change: (value: unknown) => unknown): Posted {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]))
}
