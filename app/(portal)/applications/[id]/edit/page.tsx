import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ApplicationFrame } from '../frame'
import { requireApplication } from '../page-data'
import { saveDetails } from './actions'
import { DetailsForm } from './form'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('applications.edit'))('title') }
}

export default async function EditApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'edit')
  const t = await getTranslations('applications')
  const labels = {
    name: t('form.name'),
    nameHint: t('form.nameHint'),
    description: t('form.description'),
    descriptionHint: t('form.descriptionHint'),
    optional: t('form.optional'),
    save: t('form.save'),
    cancel: t('form.cancel'),
    problem: t('form.problem'),
  }
  const home = `/applications/${application.id}`
  return (
    <ApplicationFrame application={application} title={t('edit.title')} lead={t('edit.lead')}>
      <DetailsForm
        action={saveDetails.bind(null, application.id)}
        name={application.name}
        description={application.description}
        home={home}
        labels={labels}
      />
    </ApplicationFrame>
  )
}
