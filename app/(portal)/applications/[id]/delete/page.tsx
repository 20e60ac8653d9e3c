import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { callsOf } from '@/components/usage/labels'
import { requiresNameConfirmation } from '@/lib/applications/schema'
import { now } from '@/lib/clock'
import { findHealth } from '@/lib/usage/health'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { removeApplication } from './actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = applicationMetadata('applications.delete', 'delete')

export default async function DeleteApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'delete')
  const t = await getTranslations('applications')
  const { id, name, environment, state } = application
  const calls = callsOf((await findHealth(id, now())).day)
  return (
    <ApplicationPageLayout application={application} current="general" title={t('delete.title')}>
      <ActionForm
        action={removeApplication.bind(null, id)}
        className="max-w-180 rounded-xl border border-danger/50 p-5"
      >
        <div className="grid gap-1 text-sm">
          <h3 className="text-subject [overflow-wrap:anywhere]">{t('delete.question', { name })}</h3>
          {calls > 0 && <p className="font-medium text-danger">{t('delete.calls', { count: calls })}</p>}
          <p className="text-muted">
            {t('delete.body', { what: environment === 'sandbox' ? environment : state })}
          </p>
        </div>
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
