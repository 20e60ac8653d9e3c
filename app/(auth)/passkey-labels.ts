import { getTranslations } from 'next-intl/server'
import type { PasskeyLabels } from '@/components/passkey-form'

/** What a form that asks for a passkey says. */
export async function passkeyLabels(button: 'use' | 'add'): Promise<PasskeyLabels> {
  const t = await getTranslations('accounts.passkey')
  const common = await getTranslations('common.field')
  return {
    button: t(button),
    problem: common('errorSummary'),
    cancelled: t('cancelled'),
    known: t('known'),
  }
}
