import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** The link to the page that deletes the account. */
export async function Deletion() {
  const t = await getTranslations('accounts.deletion.section')
  return (
    <Card title={t('title')} id="deletion">
      <p className="mb-4 text-muted text-sm">{t('body')}</p>
      <ButtonLink href="/account/delete" variant="dangerOutline">
        {t('button')}
      </ButtonLink>
    </Card>
  )
}
