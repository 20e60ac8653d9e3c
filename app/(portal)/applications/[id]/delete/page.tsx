import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ApplicationFrame } from '../frame'
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
    <ApplicationFrame application={application} title={t('delete.title')}>
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
    </ApplicationFrame>
  )
}
