import { getTranslations } from 'next-intl/server'
import type { RecoveryCodesLabels } from '@/components/recovery-codes'

/** What stands around recovery codes. */
export async function recoveryCodesLabels(): Promise<RecoveryCodesLabels> {
  const t = await getTranslations('accounts.twoFactor')
  const common = await getTranslations('common.copy')
  return {
    codesTitle: t('codesTitle'),
    codesLead: t('codesLead'),
    codes: t('codes'),
    copy: common('copy'),
    copied: common('copied'),
    continue: t('continue'),
  }
}
