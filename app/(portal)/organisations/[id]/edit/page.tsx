import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { versionedRecord } from '@/lib/organisations/commands'
import { readProposed } from '@/lib/organisations/schema'
import { RecordFields } from '../../record-fields'
import { requireOrganisation } from '../page-data'
import { OrganisationPageLayout } from '../page-layout'
import { saveOrganisation } from './actions'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisation } = await requireOrganisation((await params).id, 'edit')
  const t = await getTranslations('organisations.edit')
  return { title: `${t('title')} · ${organisation.legalName}` }
}

export default async function EditOrganisationPage({ params }: Props) {
  const { organisation } = await requireOrganisation((await params).id, 'edit')
  const { id, verifiedAt, proposed } = organisation
  const t = await getTranslations('organisations')
  return (
    <OrganisationPageLayout
      organisation={organisation}
      subject={t('edit.title')}
      lead={verifiedAt ? t('edit.verifiedLead') : undefined}
    >
      <div className="max-w-4xl">
        <ActionForm action={saveOrganisation.bind(null, id)} className="max-w-none">
          <ExpectedVersion of={versionedRecord(organisation)} />
          <RecordFields record={{ ...organisation, ...readProposed(proposed) }} />
          <FormEnd cancel={{ href: `/organisations/${id}`, label: t('cancel') }}>{t('edit.save')}</FormEnd>
        </ActionForm>
      </div>
    </OrganisationPageLayout>
  )
}
