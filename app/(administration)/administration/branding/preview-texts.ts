import { getTranslations } from 'next-intl/server'

export type PreviewTexts = Awaited<ReturnType<typeof previewTexts>>

/** The texts of the pages that are shown, by what they are there. */
export async function previewTexts() {
  const t = await getTranslations()
  return {
    landing: t('administration.branding.pages.landing'),
    application: t('administration.branding.pages.application'),
    email: t('administration.branding.pages.email'),
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
  }
}
