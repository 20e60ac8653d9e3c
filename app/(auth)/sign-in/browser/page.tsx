import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { EmailRequest } from '@/app/(auth)/email-request'
import { TextLink } from '@/components/ui/text-link'
import { requestLink } from './actions'

export const generateMetadata = pageMetadata('accounts.browser')

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
