import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { PageHeader } from '@/components/ui/page-header'
import { requireApplication } from '../page-data'
import { removeApplication } from './actions'
import { DeleteForm } from './form'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('applications.delete'))('title') }
}

export default async function DeleteApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'delete')
  const t = await getTranslations('applications')
  const home = `/applications/${application.id}`
  return (
    <>
      <PageHeader
        title={t('delete.title')}
        breadcrumbs={[
          { href: '/applications', label: t('title') },
          { href: home, label: application.name },
        ]}
        badges={
          <>
            <EnvironmentBadge environment={application.environment} />
            <StateBadge state={application.state} />
          </>
        }
      />
      <DeleteForm
        action={removeApplication.bind(null, application.id)}
        home={home}
        labels={{
          question: t('delete.question', { name: application.name }),
          body: t('delete.body'),
          confirm: t('delete.confirm'),
          keep: t('delete.keep'),
          problem: t('form.problem'),
        }}
      />
    </>
  )
}
