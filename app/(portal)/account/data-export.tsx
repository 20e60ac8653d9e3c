import { getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'

/** The download of one's own data. */
export async function DataExport() {
  const t = await getTranslations('administration.export')
  return (
    <Card title={t('title')} id="data">
      <p className="mb-4 text-muted text-sm">{t('body')}</p>
      <DownloadLink href="/account/export">{t('button')}</DownloadLink>
    </Card>
  )
}
