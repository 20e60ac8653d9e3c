import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { findCurrentDeveloper } from '@/app/_request/session'
import { MainButton, SignInFirst } from '@/app/(auth)/main-button'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { NarrowPage } from '@/components/ui/page-header'
import { maskEmailAddress } from '@/lib/email-address'
import { findLink } from '@/lib/identity/link'
import { confirmNewEmail } from './actions'

export const generateMetadata = pageMetadata('accounts.changeEmail', 'title', { referrer: 'strict-origin' })

/** Opened from the e-mail to the new address. The change needs the button, and a signed-in session. */
export default async function ChangeEmailPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const t = await getTranslations('accounts')
  const { state, row } = await findLink(link, 'email_change')
  if (state !== 'usable' || !row?.newEmail)
    return (
      <NarrowPage title={t(`link.${state === 'usable' ? 'unknown' : state}`)} lead={t('changeEmail.dead')}>
        <ButtonLink href="/account">{t('twoFactor.account')}</ButtonLink>
      </NarrowPage>
    )
  // The current address is masked: a mistyped new one may have sent the e-mail to a stranger.
  const addresses = { from: maskEmailAddress(row.developer.email), to: row.newEmail }
  return (
    <NarrowPage title={t('changeEmail.title')} lead={t('changeEmail.lead', addresses)}>
      <Confirmation link={link} developerId={row.developerId} />
    </NarrowPage>
  )
}

async function Confirmation({ link, developerId }: { link: string; developerId: string }) {
  const t = await getTranslations('accounts')
  const developer = await findCurrentDeveloper()
  if (!developer)
    return (
      <SignInFirst
        why={t('changeEmail.signInBody')}
        path={`/change-email/${link}`}
        button={t('signIn.title')}
      />
    )
  if (developer.id !== developerId) return <Notice tone="warning">{t('changeEmail.other')}</Notice>
  return <MainButton action={confirmNewEmail.bind(null, link)} button={t('changeEmail.button')} />
}
