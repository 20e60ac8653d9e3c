import { pickLocale } from '@/i18n/locale'
import { createTranslators } from '@/i18n/translator'
import en from '@/messages/en/mailbox.json'
import fr from '@/messages/fr/mailbox.json'

export type Words = ReturnType<typeof chooseWords>

const translators = createTranslators({ en, fr })

/** In the language that the portal would choose. */
export function chooseWords(acceptLanguage = '') {
  const locale = pickLocale(undefined, acceptLanguage)
  return { locale, say: translators[locale] }
}
