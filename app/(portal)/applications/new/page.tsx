import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requireDeveloper } from '@/app/_request/session'
import { EnvironmentIcon } from '@/components/environment-badge'
import { PageHeader } from '@/components/ui/page-header'
import { newId } from '@/lib/ids'
import { NewApplicationForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('applications.create'))('title') }
}

export default async function NewApplicationPage() {
  await requireDeveloper()
  const t = await getTranslations('applications')
  const name = await getTranslations('common.environment')
  const environments = (['sandbox', 'production'] as const).map((environment) => ({
    value: environment,
    label: name(environment),
    description: t(`form.${environment}About`),
    icon: <EnvironmentIcon environment={environment} />,
    tone: environment,
  }))
  const labels = {
    name: t('form.name'),
    nameHint: t('form.nameHint'),
    description: t('form.description'),
    descriptionHint: t('form.descriptionHint'),
    optional: t('form.optional'),
    environment: t('form.environment'),
    environmentHint: t('form.environmentHint'),
    create: t('form.create'),
    cancel: t('form.cancel'),
    problem: t('form.problem'),
  }
  return (
    <>
      <PageHeader title={t('create.title')} breadcrumbs={[{ href: '/applications', label: t('title') }]}>
        {t('create.lead')}
      </PageHeader>
      <NewApplicationForm requestKey={newId()} environments={environments} labels={labels} />
    </>
  )
}
