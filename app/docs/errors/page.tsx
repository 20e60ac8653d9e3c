import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageHeader } from '@/components/ui/page-header'
import { CodeTable } from './code-table'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.errorPage')
  return { title: t('index'), description: t('indexLead') }
}

export default async function ErrorCodesPage() {
  const t = await getTranslations('docs')
  return (
    <>
      <PageHeader title={t('errorPage.index')} breadcrumbs={[{ href: '/docs', label: t('title') }]}>
        {t('errorPage.indexLead')}
      </PageHeader>
      <CodeTable />
    </>
  )
}
