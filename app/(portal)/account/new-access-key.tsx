'use client'

import { useTranslations } from 'next-intl'
import { use } from 'react'
import { CopyField } from '@/components/copy-field'
import { ButtonLink } from '@/components/ui/button'
import { FormContext } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'

/** The key that the stage's action made, the one time that it is shown. */
export function NewAccessKey() {
  const t = useTranslations('accounts.accessKeys')
  const copied = useTranslations('common.copy')('copied')
  return (
    <div className="grid gap-4">
      <Notice tone="warning" title={t('shownTitle')} role="status">
        {t('shown')}
      </Notice>
      <CopyField
        id="new-access-key"
        label={t('key')}
        value={use(FormContext).state.value as string}
        copyLabel={t('copyKey')}
        copiedLabel={copied}
      />
      <div>
        <ButtonLink href="/account#access-keys" variant="secondary">
          {t('continue')}
        </ButtonLink>
      </div>
    </div>
  )
}
