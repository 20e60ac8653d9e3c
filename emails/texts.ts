import texts from '@/generated/messages/emails'
import { createTranslators } from '@/i18n/translator'
import type { Locale } from '@/lib/languages'

type Texts = (typeof texts)['en']
/** The key of a text of some message, or of one that all of them share. */
export type TextKey = { [Name in keyof Texts]: keyof Texts[Name] }[keyof Texts] | `because.${Because}`
/** Why the reader gets the message, for its footer. */
export type Because = keyof Texts['shared']['because']
export type MessageName = Exclude<keyof Texts, 'shared'>
/** The arguments of a text. */
export type Values = Record<string, string | number>

/**
 * Where a text names the product: `renderMail` puts the operator's name there. A noncharacter
 * (Unicode §23.7), which no keyboard writes.
 */
export const product = '\uFDD0'

/** Keys are put together from the name of a message, so the compiler can't check them here. */
const translators = createTranslators(texts) as Record<Locale, (key: string, values: Values) => string>

/**
 * A text of a message, or one that all share if the message has none under this key. One that differs by
 * variant is an object of texts.
 */
export function translate(
  { name, locale, variant }: { name: MessageName; locale: Locale; variant?: string },
  key: TextKey,
  values: Values,
): string {
  const own: Record<string, unknown> = texts.en[name]
  const path = [key in own ? name : 'shared', key, ...(typeof own[key] === 'object' ? [variant] : [])]
  return translators[locale](path.join('.'), { ...values, product })
}

export function sharedText(key: keyof Texts['shared'], locale: Locale, values: Values = {}): string {
  return translators[locale](`shared.${key}`, values)
}
