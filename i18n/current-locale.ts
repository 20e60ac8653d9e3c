import { useLocale as useTag } from 'next-intl'
import { getLocale as getTag } from 'next-intl/server'
import { type Locale, toLocale } from '@/lib/languages'

/** The reader's language. next-intl has its tag instead, so that it writes numbers as the language does. */
export function useLocale(): Locale {
  return toLocale(useTag())
}

/** The same outside components. */
export async function getLocale(): Promise<Locale> {
  return toLocale(await getTag())
}
