import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { buttonLook } from '@/components/ui/button-look'
import { PageHeader } from '@/components/ui/page-header'
import { describeApi } from './openapi'
import { OperationView } from './operation-view'
import { readOperations } from './read-document'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.reference')
  return { title: t('title'), description: t('lead') }
}

export default async function ReferencePage() {
  const t = await getTranslations('docs')
  const operations = readOperations(describeApi(await getTranslations('docs.api')))
  return (
    <>
      <PageHeader
        title={t('reference.title')}
        breadcrumbs={[{ href: '/docs', label: t('title') }]}
        actions={
          <a href="/docs/openapi.json" download className={buttonLook({ variant: 'secondary' })}>
            <Download aria-hidden="true" />
            {t('reference.download')}
          </a>
        }
      >
        {t('reference.lead')}
      </PageHeader>
      <div className="grid gap-12">
        {operations.map((operation) => (
          <OperationView key={operation.id} operation={operation} />
        ))}
      </div>
    </>
  )
}
