import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { DetailsFields } from '../../details-fields'
import { ApplicationFrame, titledApplication } from '../frame'
import { saveDetails } from './actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = titledApplication('applications.edit', 'edit')

export default async function EditApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'edit')
  const t = await getTranslations('applications')
  return (
    <ApplicationFrame application={application} title={t('edit.title')} lead={t('edit.lead')}>
      <ActionForm action={saveDetails.bind(null, application.id)} className="max-w-prose">
        <DetailsFields details={application} />
        <FormEnd cancel={{ href: `/applications/${application.id}`, label: t('form.cancel') }}>
          {t('form.save')}
        </FormEnd>
      </ActionForm>
    </ApplicationFrame>
  )
}
