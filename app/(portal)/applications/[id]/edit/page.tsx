import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { Select } from '@/components/ui/select'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { TextLink } from '@/components/ui/text-link'
import { versionedDetails } from '@/lib/applications/commands'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { findOrganisationFor, listOrganisations } from '@/lib/organisations/queries'
import { DetailsFields } from '../../details-fields'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { moveToOrganisation, saveDetails } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('applications.edit', 'edit')

export default async function EditApplicationPage({ params, searchParams }: Props) {
  const { application, developer } = await requireApplication((await params).id, 'edit')
  const { environment, state } = application
  const t = await getTranslations('applications')
  return (
    <ApplicationPageLayout
      application={application}
      current="general"
      title={t('edit.title')}
      lead={t('edit.lead')}
    >
      <div className="grid max-w-238 gap-6">
        <FlashMessages query={await searchParams} done={{ keys: ['saved'], text: () => t('edit.saved') }} />
        <SettingRows>
          <SettingRow
            id="details"
            name={(await getTranslations('validation.goLive'))('rows.details')}
            value={application.name}
            note={<p className="line-clamp-2">{application.description || t('form.descriptionHint')}</p>}
            action={saveDetails.bind(null, application.id)}
          >
            <ExpectedVersion of={versionedDetails(application)} />
            <DetailsFields details={application} />
            <FormEnd>{t('form.save')}</FormEnd>
          </SettingRow>
          <Organisation application={application} developerId={developer.id} />
          <SettingRow name={t('details.created')} value={<DateTime at={application.createdAt} />} />
          {may(application.role, 'delete') && (
            <SettingRow
              id="delete"
              name={t('delete.title')}
              note={t('delete.body', { what: environment === 'sandbox' ? environment : state })}
              act={
                <ButtonLink
                  href={`/applications/${application.id}/delete`}
                  variant="dangerQuiet"
                  size="small"
                >
                  {t('details.delete')}
                </ButtonLink>
              }
            />
          )}
        </SettingRows>
      </div>
    </ApplicationPageLayout>
  )
}

type OrganisationProps = { application: TeamApplication; developerId: string }

/** Its organisation; an owner moves a personal application into one, for good. */
async function Organisation({ application, developerId }: OrganisationProps) {
  const { id, organisationId, role } = application
  const t = await getTranslations('applications')
  const row = { id: 'organisation', name: t('details.organisation') }
  if (organisationId) {
    const organisation = await findOrganisationFor(developerId, 'view', organisationId)
    const value = organisation ? (
      <TextLink href={`/organisations/${organisationId}`}>{organisation.legalName}</TextLink>
    ) : (
      t('details.ofOthers')
    )
    return <SettingRow {...row} value={value} />
  }
  const value = t('details.personal')
  if (!may(role, 'delete')) return <SettingRow {...row} value={value} />
  const open = await listOrganisations(developerId, 'applications')
  const options = open.filter(({ state }) => state !== 'suspended' && state !== 'closed')
  if (options.length === 0)
    return (
      <SettingRow
        {...row}
        value={value}
        note={t('edit.noOrganisation')}
        act={
          <ButtonLink href="/organisations/new" variant="quiet" size="small">
            {t('edit.createOrganisation')}
          </ButtonLink>
        }
      />
    )
  const into = await getTranslations('organisations.applications')
  return (
    <SettingRow {...row} value={value} act={t('details.move')} action={moveToOrganisation.bind(null, id)}>
      <Select
        name="organisationId"
        label={t('edit.organisation')}
        hint={into('moveHint')}
        options={options.map(({ id, legalName }) => ({ value: id, label: legalName }))}
      />
      <FormEnd variant="secondary">{into('move')}</FormEnd>
    </SettingRow>
  )
}
