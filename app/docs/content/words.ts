import { getTranslations } from 'next-intl/server'
import { getLocale } from '@/i18n/current-locale'
import type { Words } from './blocks'

/** The documentation's texts in the reader's language. */
export async function readWords(): Promise<Words> {
  const locale = await getLocale()
  return { t: await getTranslations('docs'), api: await getTranslations('docs.api'), locale }
}
