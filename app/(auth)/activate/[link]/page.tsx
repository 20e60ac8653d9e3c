import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { AcceptTerms } from '@/app/(auth)/accept-terms'
import { DeadLink } from '@/app/(auth)/dead-link'
import { NewPasswordForm } from '@/app/(auth)/new-password-form'
import { WithSteps } from '@/app/(auth)/with-steps'
import { NarrowPage } from '@/components/ui/page-header'
import { findLink } from '@/lib/identity/link'
import { activationHours, passwordMinimum } from '@/lib/identity/schema'
import { activateOwnAccount, renewLink } from './actions'

// The URL of this page opens an account: it must not leak as a referrer.
export const generateMetadata = pageMetadata('accounts.activate', 'title', { referrer: 'strict-origin' })

type Props = { params: Promise<{ link: string }> }

/** Shows the form. Opening the page uses nothing up, as mail scanners open every link. */
export default async function ActivatePage({ params }: Props) {
  const { link } = await params
  const { state, row } = await findLink(link, 'activation')
  if (state !== 'usable')
    return <DeadLink state={state} hours={activationHours} link={link} renew={renewLink} />
  const t = await getTranslations('accounts.activate')
  const { email } = row.developer
  return (
    <WithSteps way="signUp" current={2}>
      <NarrowPage title={t('title')} lead={t('lead', { email })}>
        <NewPasswordForm
          action={activateOwnAccount}
          link={link}
          email={email}
          minimum={passwordMinimum}
          button={t('button')}
        >
          {row.developer.role === 'developer' && <AcceptTerms />}
        </NewPasswordForm>
      </NarrowPage>
    </WithSteps>
  )
}
