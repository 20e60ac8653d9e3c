import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { MainButton } from '@/app/(auth)/main-button'
import { ButtonLink } from '@/components/ui/button'
import { NarrowPage } from '@/components/ui/page-header'
import { findLink } from '@/lib/identity/link'
import { makeOwnBrowserKnown } from './actions'

export const generateMetadata = pageMetadata('accounts.browser', 'useTitle', { referrer: 'strict-origin' })

/** Opened from the e-mail, in the browser to be recognised. */
export default async function KnownBrowserPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const t = await getTranslations('accounts')
  const { state, row } = await findLink(link, 'known_browser')
  if (state !== 'usable')
    return (
      <NarrowPage title={t(`link.${state}`)} lead={t('browser.dead')}>
        <ButtonLink href="/sign-in/browser">{t('browser.again')}</ButtonLink>
      </NarrowPage>
    )
  return (
    <NarrowPage title={t('browser.useTitle')} lead={t('browser.useLead', { email: row.developer.email })}>
      <MainButton action={makeOwnBrowserKnown.bind(null, link)} button={t('browser.use')} />
    </NarrowPage>
  )
}
