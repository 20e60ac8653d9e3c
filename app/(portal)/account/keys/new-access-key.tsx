import { getTranslations } from 'next-intl/server'
import { SecretField } from '@/components/secret-field'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** The key that the stage's action made, the one time that it is shown. */
export async function NewAccessKey() {
  const t = await getTranslations('accounts.accessKeys')
  return (
    <div className="grid gap-4">
      <Notice tone="warning" title={t('shownTitle')} role="status">
        {t('shown')}
      </Notice>
      <SecretField id="new-access-key" label={t('key')} copyLabel={t('copyKey')} />
      <div>
        <ButtonLink href="/account/keys" variant="secondary">
          {t('continue')}
        </ButtonLink>
      </div>
    </div>
  )
}
