import texts from '@/generated/messages/mailbox'
import { pickLocale } from '@/i18n/locale'
import { createTranslators } from '@/i18n/translator'

export type Words = ReturnType<typeof chooseWords>

const translators = createTranslators(texts)

/** In the language that the portal would choose. */
export function chooseWords(acceptLanguage = '') {
  const locale = pickLocale(undefined, acceptLanguage)
  return { locale, say: translators[locale] }
}
