import { getTranslations } from 'next-intl/server'
import { EmailRequest, type EmailRequestAction } from '@/app/(auth)/email-request'
import { TextLink } from '@/components/ui/text-link'

type Props = {
  state: 'expired' | 'used' | 'unknown'
  hours: number
  link: string
  /** Sends another to the address that this one went to, or to one that is typed where the link says nothing of it. */
  renew: EmailRequestAction
}

/** A link that no longer works, and the way to another. */
export async function DeadLink({ state, hours, link, renew }: Props) {
  const t = await getTranslations('accounts')
  const body = state === 'expired' ? t('link.expiredBody', { hours }) : t(`link.${state}Body`)
  return (
    <EmailRequest
      action={renew}
      title={t(`link.${state}`)}
      lead={body}
      button={t('link.renew')}
      link={state === 'expired' ? link : undefined}
      after={<TextLink href="/sign-in">{t('signIn.title')}</TextLink>}
    />
  )
}
