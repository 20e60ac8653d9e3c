import { FlaskConical } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { EmptyState } from '@/components/ui/empty-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { createApplication } from './new/actions'

/** For a developer without applications: one in the Sandbox with one press, or the form with every field. */
export async function FirstApplication() {
  const t = await getTranslations('applications')
  return (
    <EmptyState
      icon={<FlaskConical />}
      title={t('empty.title')}
      action={
        <ActionForm action={createApplication} className="w-80 max-w-full gap-4">
          <input type="hidden" name="environment" value="sandbox" />
          <input type="hidden" name="name" value={t('empty.name')} />
          <SubmitButton size="large">{t('empty.create')}</SubmitButton>
          <p className="text-muted text-sm">
            {t.rich('empty.other', {
              link: (text) => <TextLink href="/applications/new">{text}</TextLink>,
            })}
          </p>
        </ActionForm>
      }
    >
      {t('empty.body')}
    </EmptyState>
  )
}
