import type { ReactNode } from 'react'
import type { z } from 'zod'
import { type Locale, quoted, quotedInSubject } from './wording'

type Texts = Record<string, string | ((...values: never[]) => string)>

type Context<T> = {
  /** The texts in the reader's language. */
  text: T
  locale: Locale
  /** Puts a name chosen by a person in quotation marks, at a length for the subject or the body. */
  quote: (name: string) => string
}

type Definition<P extends z.ZodType, T extends Texts> = {
  /** Must accept what the previous release queued. Unknown props are dropped. */
  props: P
  /** Every language has the same keys: a missing text is a type error. */
  texts: { en: T; fr: NoInfer<T> }
  subject: (context: Context<T>, props: z.output<P>) => string
  body: (context: Context<T>, props: z.output<P>) => ReactNode
}

/** One message. Its file is named as it is queued, and listed in `registry.ts`. */
export function defineMail<P extends z.ZodType, T extends Texts>(definition: Definition<P, T>) {
  const { props, texts, subject, body } = definition
  return {
    props,
    texts,
    /** @throws ZodError for props that do not match */
    write(stored: unknown, locale: Locale) {
      const checked = props.parse(stored)
      const context = { text: texts[locale], locale }
      return {
        subject: subject({ ...context, quote: (name) => quotedInSubject(name, locale) }, checked),
        body: body({ ...context, quote: (name) => quoted(name, locale) }, checked),
      }
    },
  }
}
