import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EmailRequest } from '@/app/(auth)/email-request'
import { TextLink } from '@/components/ui/text-link'
import { requestLink } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.browser'))('title') }
}

/** For owners whose unrecognised browser has to wait because of strangers' wrong passwords. */
export default async function NewBrowserPage() {
  const t = await getTranslations('accounts.browser')
  const back = <TextLink href="/sign-in">{t('back')}</TextLink>
  return (
    <EmailRequest
      action={requestLink}
      title={t('title')}
      lead={t('lead')}
      button={t('button')}
      after={back}
    />
  )
}
