import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { saveDetails } from './actions'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'edit')
  return { title: applicationTitle(application.name, (await getTranslations('applications.edit'))('title')) }
}

export default async function EditApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'edit')
  const t = await getTranslations('applications')
  return (
    <ApplicationFrame application={application} title={t('edit.title')} lead={t('edit.lead')}>
      <ActionForm action={saveDetails.bind(null, application.id)} className="max-w-prose">
        <TextInput
          name="name"
          label={t('form.name')}
          hint={t('form.nameHint')}
          defaultValue={application.name}
          autoComplete="off"
          required
        />
        <Textarea
          name="description"
          label={t('form.description')}
          hint={t('form.descriptionHint')}
          note={t('form.optional')}
          defaultValue={application.description}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{t('form.save')}</SubmitButton>
          <ButtonLink href={`/applications/${application.id}`} variant="quiet">
            {t('form.cancel')}
          </ButtonLink>
        </div>
      </ActionForm>
    </ApplicationFrame>
  )
}
