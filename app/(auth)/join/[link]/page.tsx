import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { withReturn } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { acceptInvitation, declineInvitation } from '@/app/_team/actions'
import { AcceptTerms } from '@/app/(auth)/accept-terms'
import { MainButton } from '@/app/(auth)/main-button'
import { NewPasswordForm } from '@/app/(auth)/new-password-form'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { NarrowPage } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { findTeamInvitation, hasAccount, offeredBy } from '@/lib/applications/join'
import { teamInvitationDays } from '@/lib/applications/schema'
import { describePerson, passwordMinimum } from '@/lib/identity/schema'
import { joinWithPassword } from './actions'

type Invitation = NonNullable<Awaited<ReturnType<typeof findTeamInvitation>>['row']>

// The URL of this page joins a team: it must not leak as a referrer.
export const generateMetadata = pageMetadata('team.join', 'title', { referrer: 'strict-origin' })

/** Describes the invitation. Opening the page uses nothing up, as mail scanners open every link. */
export default async function JoinPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const { state, row } = await findTeamInvitation(link)
  const t = await getTranslations('team.join')
  if (!row)
    return (
      <NarrowPage title={t('dead')} after={<TextLink href="/applications">{t('applications')}</TextLink>}>
        <p>{t(state === 'usable' ? 'unknown' : state, { days: teamInvitationDays })}</p>
      </NarrowPage>
    )
  const { role, email, application, invitedBy } = row
  const environment = application?.environment === 'sandbox' ? 'Sandbox' : 'Production'
  const { type: kind, name } = offeredBy(row)
  const lead = t('lead', {
    role,
    email,
    environment,
    name,
    kind,
    inviter: describePerson(invitedBy),
  })
  return (
    <NarrowPage title={t('heading', { name })} lead={lead}>
      <div className="grid gap-5">
        <p>{t(role, { kind })}</p>
        <Answer link={link} invitation={row} />
      </div>
    </NarrowPage>
  )
}

async function Answer({ link, invitation: { id, email } }: { link: string; invitation: Invitation }) {
  const t = await getTranslations('team.join')
  const developer = await findCurrentDeveloper()
  if (!developer)
    return (await hasAccount(email)) ? <SignIn {...{ link, email }} /> : <Join {...{ link, email }} />
  if (developer.email !== email) return <Notice tone="warning">{t('other', { email })}</Notice>
  return (
    <div className="flex flex-wrap gap-3">
      <MainButton action={acceptInvitation.bind(null, id)} button={t('accept')} />
      <PressForm
        action={declineInvitation.bind(null, id)}
        button={t('decline')}
        variant="secondary"
        size="large"
      />
    </div>
  )
}

type MailedTo = { link: string; email: string }

async function SignIn({ link, email }: MailedTo) {
  const t = await getTranslations('team.join')
  return (
    <>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">{t('known', { email })}</p>
      <div>
        <ButtonLink href={withReturn('/sign-in', `/join/${link}`)} size="large">
          {t('signIn')}
        </ButtonLink>
      </div>
    </>
  )
}

/** The link was mailed to this address alone: the password activates its account, which joins. */
async function Join({ link, email }: MailedTo) {
  const t = await getTranslations('team.join')
  return (
    <>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">{t('newcomer', { email })}</p>
      <NewPasswordForm
        action={joinWithPassword}
        link={link}
        email={email}
        minimum={passwordMinimum}
        button={t('join')}
      >
        <AcceptTerms />
      </NewPasswordForm>
    </>
  )
}
