import { Download } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { buttonLook } from '@/components/ui/button-look'
import { Card } from '@/components/ui/card'

/** The download of one's own data. A plain link: the router must not fetch a download. */
export async function DataExport() {
  const t = await getTranslations('administration.export')
  return (
    <Card title={t('title')} id="data">
      <p className="mb-4 text-muted text-sm">{t('body')}</p>
      <a href="/account/export" download className={buttonLook({ variant: 'secondary' })}>
        <Download aria-hidden="true" />
        {t('button')}
      </a>
    </Card>
  )
}
