import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EmailRequest } from '@/app/(auth)/email-request'
import { TextLink } from '@/components/ui/text-link'
import { forgotPassword } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.forgot'))('title') }
}

export default async function ForgotPasswordPage() {
  const t = await getTranslations('accounts.forgot')
  const back = <TextLink href="/sign-in">{t('back')}</TextLink>
  return (
    <EmailRequest
      action={forgotPassword}
      title={t('title')}
      lead={t('lead')}
      button={t('button')}
      after={back}
    />
  )
}
