import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { landing } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { EmailRequest } from '@/app/(auth)/email-request'
import { TextLink } from '@/components/ui/text-link'
import { getSettings } from '@/lib/env'
import { signUp } from './actions'

export const generateMetadata = pageMetadata('accounts.signUp')

export default async function SignUpPage() {
  const developer = await findCurrentDeveloper()
  if (developer) redirect(landing(developer.role))
  const t = await getTranslations('accounts.signUp')
  return (
    <EmailRequest
      action={signUp}
      title={t('title')}
      lead={t(getSettings().SIGN_UP_APPROVAL === 'required' ? 'leadReviewed' : 'lead')}
      button={t('button')}
      way="signUp"
      after={
        <p>
          {t('known')} <TextLink href="/sign-in">{t('signIn')}</TextLink>
        </p>
      }
    />
  )
}
