import { getTranslations } from 'next-intl/server'
import type { Locale } from '@/i18n/locale'
import type { KeyHolder } from '@/lib/usage/access-key'
import { fail, type Outcome } from './outcome'

/** Who calls; `holder` is that of the key where a tool needs one. */
export type Caller = { holder: KeyHolder; locale: Locale }

/** An application that the caller has no right on, of the other environment, or that is unknown. */
export function noApplication(): Outcome {
  const message = 'There is no such application, or you may not do this with it. List your applications.'
  return fail('not_found', message, 'applicationId')
}

/** The texts that handlers use, in the caller's language. */
export async function textsOf({ locale }: Pick<Caller, 'locale'>) {
  const [t, api, usage] = await Promise.all([
    getTranslations({ locale, namespace: 'docs' }),
    getTranslations({ locale, namespace: 'docs.api' }),
    getTranslations({ locale, namespace: 'usage' }),
  ])
  return { words: { t, api, locale }, usage }
}
