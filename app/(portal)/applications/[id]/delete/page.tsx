import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { removeApplication } from './actions'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'delete')
  return {
    title: applicationTitle(application.name, (await getTranslations('applications.delete'))('title')),
  }
}

export default async function DeleteApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'delete')
  const t = await getTranslations('applications')
  return (
    <ApplicationFrame application={application} title={t('delete.title')}>
      <ActionForm action={removeApplication.bind(null, application.id)} className="max-w-prose">
        <Notice tone="danger" title={t('delete.question', { name: application.name })}>
          {t('delete.body')}
        </Notice>
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger">{t('delete.confirm')}</SubmitButton>
          <ButtonLink href={`/applications/${application.id}`} variant="secondary">
            {t('delete.keep')}
          </ButtonLink>
        </div>
      </ActionForm>
    </ApplicationFrame>
  )
}
