import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { EmailRequest } from '@/app/(auth)/email-request'
import { TextLink } from '@/components/ui/text-link'
import { forgotPassword } from './actions'

export const generateMetadata = pageMetadata('accounts.forgot')

export default async function ForgotPasswordPage() {
  const t = await getTranslations('accounts.forgot')
  const back = <TextLink href="/sign-in">{t('back')}</TextLink>
  return (
    <EmailRequest
      action={forgotPassword}
      title={t('title')}
      lead={t('lead')}
      button={t('button')}
      way="reset"
      after={back}
    />
  )
}
