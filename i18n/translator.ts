import { createTranslator } from 'use-intl/core'
import { type Locale, locales, tagOf } from '@/lib/languages'

type Translator<Messages extends Record<string, unknown>> = ReturnType<typeof createTranslator<Messages>>

/**
 * Reads texts where there is no Next: e-mails, the mailbox and the portal's own pages give it those that they
 * show. A missing message or argument is a bug: it throws.
 */
export function createTranslators<Messages extends Record<string, unknown>>(
  messages: Record<Locale, Messages>,
): Record<Locale, Translator<Messages>> {
  const entries = locales.map((locale) => {
    return [
      locale,
      createTranslator({ locale: tagOf(locale) as Locale, messages: messages[locale], onError: fail }),
    ] as const
  })
  return Object.fromEntries(entries) as Record<Locale, Translator<Messages>>
}

function fail(error: Error): never {
  throw error
}
