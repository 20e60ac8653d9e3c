import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { pageMetadata } from '@/app/_request/page-metadata'
import { findCurrentDeveloper } from '@/app/_request/session'
import { MainButton, SignInFirst } from '@/app/(auth)/main-button'
import { NewPasswordForm } from '@/app/(auth)/new-password-form'
import { Notice } from '@/components/ui/notice'
import { NarrowPage } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { findInvitation } from '@/lib/developers/invitation'
import { passwordMinimum } from '@/lib/identity/schema'
import { acceptInvitation, acceptWithPassword } from './actions'

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

// The URL of this page grants a role: it must not leak as a referrer.
export const generateMetadata = pageMetadata('administration.invitation', 'title', {
  referrer: 'strict-origin',
})

/** Describes the invitation. Opening the page uses nothing up, as mail scanners open every link. */
export default async function InvitationPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const invitation = await findInvitation(link)
  const t = await getTranslations('administration.invitation')
  const { productName: product } = await getBranding()
  if (!invitation)
    return (
      <NarrowPage title={t('dead')} after={<TextLink href="/">{t('home')}</TextLink>}>
        <p>{t('deadBody')}</p>
      </NarrowPage>
    )
  const { email, role } = invitation
  return (
    <NarrowPage title={t('title')} lead={t(role === 'administrator' ? role : 'reviewer', { email, product })}>
      {invitation.activated ? (
        <ForDeveloper link={link} invitation={invitation} />
      ) : (
        <div className="grid gap-6">
          <p className="text-muted text-sm">{t('secondFactor')}</p>
          <NewPasswordForm
            action={acceptWithPassword}
            link={link}
            email={email}
            minimum={passwordMinimum}
            button={t('choose')}
          />
        </div>
      )}
    </NarrowPage>
  )
}

async function ForDeveloper({ link, invitation }: { link: string; invitation: Invitation }) {
  const t = await getTranslations('administration.invitation')
  const developer = await findCurrentDeveloper()
  if (!developer)
    return <SignInFirst why={t('signInBody')} path={`/invitation/${link}`} button={t('signIn')} />
  if (developer.id !== invitation.developerId) return <Notice tone="warning">{t('other')}</Notice>
  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">
        {t('sessions')} {!developer.hasSecondFactor && t('secondFactor')}
      </p>
      <MainButton action={acceptInvitation.bind(null, link)} button={t('accept')} />
    </div>
  )
}
