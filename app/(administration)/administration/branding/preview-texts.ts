import { getTranslations } from 'next-intl/server'
import { type Locale, nameOf, tagOf } from '@/lib/languages'

export type PreviewTexts = Awaited<ReturnType<typeof previewTexts>>

/** The texts of one language, by what they are on the pages that are shown. */
export async function previewTexts(locale: Locale) {
  const t = await getTranslations({ locale })
  return {
    lang: tagOf(locale),
    language: nameOf(locale),
    landing: t('administration.branding.pages.landing'),
    application: t('administration.branding.pages.application'),
    email: t('administration.branding.pages.email'),
    status: t('status.title'),
    light: t('administration.branding.light'),
    dark: t('administration.branding.dark'),
    heading: t('landing.title'),
    action: t('landing.createAccount'),
    link: t('landing.quickStart'),
    sandbox: t('common.environment.sandbox'),
    production: t('common.environment.production'),
    succeeded: t('usage.outcome.succeeded'),
    failed: t('usage.outcome.failed'),
    mail: t('administration.branding.pages.mail'),
    open: t('administration.branding.pages.open'),
    operational: t('status.allReady'),
  }
}
