import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { requiresNameConfirmation } from '@/lib/applications/name-confirmation'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { removeApplication } from './actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = applicationMetadata('applications.delete', 'delete')

export default async function DeleteApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'delete')
  const t = await getTranslations('applications')
  const { id, name } = application
  return (
    <ApplicationPageLayout application={application} current="general" title={t('delete.title')}>
      <ActionForm action={removeApplication.bind(null, id)} className="max-w-prose">
        <Notice tone="danger" title={t('delete.question', { name })}>
          {t('delete.body')}
        </Notice>
        {requiresNameConfirmation(application) && (
          <TextInput
            name="name"
            label={t('delete.typeName')}
            hint={t('delete.typeNameHint', { name })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger">{t('delete.confirm')}</SubmitButton>
          <ButtonLink href={`/applications/${id}`} variant="secondary">
            {t('delete.keep')}
          </ButtonLink>
        </div>
      </ActionForm>
    </ApplicationPageLayout>
  )
}
