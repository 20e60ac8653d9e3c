import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { DeadLink } from '@/app/(auth)/dead-link'
import { NewPasswordForm } from '@/app/(auth)/new-password-form'
import { WithSteps } from '@/app/(auth)/with-steps'
import { NarrowPage } from '@/components/ui/page-header'
import { isSecondFactorOn } from '@/lib/identity/factors'
import { findLink } from '@/lib/identity/link'
import { passwordMinimum, passwordMinimumWithSecondFactor, resetHours } from '@/lib/identity/schema'
import { renewLink, resetOwnPassword } from './actions'

// The URL of this page opens an account: it must not leak as a referrer.
export const generateMetadata = pageMetadata('accounts.reset', 'title', { referrer: 'strict-origin' })

/** Shows the form. Opening the page uses nothing up, as mail scanners open every link. */
export default async function ResetPasswordPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const { state, row } = await findLink(link, 'password_reset')
  if (state !== 'usable') return <DeadLink state={state} hours={resetHours} link={link} renew={renewLink} />
  const t = await getTranslations('accounts.reset')
  const { id, email } = row.developer
  const minimum = (await isSecondFactorOn(id)) ? passwordMinimumWithSecondFactor : passwordMinimum
  return (
    <WithSteps way="reset" current={2}>
      <NarrowPage title={t('title')} lead={t('lead', { email })}>
        <NewPasswordForm
          action={resetOwnPassword}
          link={link}
          email={email}
          minimum={minimum}
          button={t('button')}
        />
      </NarrowPage>
    </WithSteps>
  )
}
