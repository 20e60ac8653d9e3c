import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireDeveloper } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { RecordFields } from '../record-fields'
import { createOwnOrganisation } from './actions'

export const generateMetadata = pageMetadata('organisations.create')

export default async function NewOrganisationPage() {
  await requireDeveloper()
  const t = await getTranslations('organisations')
  return (
    <HomeShell
      current="organisations"
      title={t('create.title')}
      above={{ href: '/organisations', label: t('title') }}
      lead={t('create.lead')}
    >
      <div className="max-w-4xl">
        <ActionForm action={createOwnOrganisation} className="max-w-none">
          <RecordFields />
          <FormEnd cancel={{ href: '/organisations', label: t('cancel') }}>{t('create.button')}</FormEnd>
        </ActionForm>
      </div>
    </HomeShell>
  )
}
