import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NarrowPage } from '@/components/narrow-page'
import { ButtonLink } from '@/components/ui/button'
import { maskEmailAddress } from '@/lib/developers/email-address'
import { findLink } from '@/lib/developers/link'
import { ChangeEmailForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.changeEmail'))('title'), referrer: 'strict-origin' }
}

/** Opened from the mail to the new address. The change itself waits for the button. */
export default async function ChangeEmailPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  const { state, row } = await findLink(link, 'email_change')
  if (state !== 'usable' || !row?.newEmail)
    return (
      <NarrowPage title={t(`link.${state === 'usable' ? 'unknown' : state}`)} lead={t('changeEmail.dead')}>
        <ButtonLink href="/account">{t('twoFactor.account')}</ButtonLink>
      </NarrowPage>
    )
  // The old address is masked: the mail may have reached somebody else by a slip of the keyboard.
  const addresses = { from: maskEmailAddress(row.developer.email), to: row.newEmail }
  return (
    <NarrowPage title={t('changeEmail.title')} lead={t('changeEmail.lead', addresses)}>
      <ChangeEmailForm
        link={link}
        labels={{ button: t('changeEmail.button'), problem: common('errorSummary') }}
      />
    </NarrowPage>
  )
}
