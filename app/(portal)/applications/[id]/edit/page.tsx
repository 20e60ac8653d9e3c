import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { requireDeveloper } from '@/app/_request/session'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { DefinitionList } from '@/components/ui/definition-list'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
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
  const t = await getTranslations('applications')
  const movable = !application.organisationId && may(application.role, 'delete')
  return (
    <ApplicationPageLayout
      application={application}
      current="general"
      title={t('edit.title')}
      lead={t('edit.lead')}
    >
      <div className="grid max-w-prose gap-10">
        <FlashMessages query={await searchParams} done={{ keys: ['saved'], text: () => t('edit.saved') }} />
        <ActionForm action={saveDetails.bind(null, application.id)} className="max-w-none">
          <ExpectedVersion of={versionedDetails(application)} />
          <DetailsFields details={application} />
          <FormEnd>{t('form.save')}</FormEnd>
        </ActionForm>
        <About application={application} />
        {movable && <Move applicationId={application.id} developerId={developer.id} />}
        {may(application.role, 'delete') && <Deletion applicationId={application.id} />}
      </div>
    </ApplicationPageLayout>
  )
}

/** Into an organisation, for good. */
async function Move({ applicationId, developerId }: { applicationId: string; developerId: string }) {
  const t = await getTranslations('applications.edit')
  const into = await getTranslations('organisations.applications')
  const open = await listOrganisations(developerId, 'applications')
  const options = open.filter(({ state }) => state !== 'suspended' && state !== 'closed')
  return (
    <Section id="organisation" title={t('organisation')}>
      {options.length === 0 ? (
        <p>
          {t('noOrganisation')} <TextLink href="/organisations/new">{t('createOrganisation')}</TextLink>
        </p>
      ) : (
        <ActionForm action={moveToOrganisation.bind(null, applicationId)}>
          <Select
            name="organisationId"
            label={t('organisation')}
            hint={into('moveHint')}
            options={options.map(({ id, legalName }) => ({ value: id, label: legalName }))}
          />
          <FormEnd variant="secondary">{into('move')}</FormEnd>
        </ActionForm>
      )}
    </Section>
  )
}

/** The way to the page that asks first. */
async function Deletion({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('applications')
  return (
    <section className="grid justify-items-start gap-2 border-line border-t pt-6">
      <h2 className="text-subject">{t('delete.title')}</h2>
      <p className="text-muted text-sm">{t('delete.body')}</p>
      <ButtonLink href={`/applications/${applicationId}/delete`} variant="dangerOutline" size="small">
        {t('details.delete')}
      </ButtonLink>
    </section>
  )
}

/** What cannot be changed here: the organisation, and when it was created. */
async function About({ application }: { application: TeamApplication }) {
  const t = await getTranslations('applications.details')
  return (
    <DefinitionList
      items={[
        { term: t('organisation'), value: await describeOrganisation(application) },
        { term: t('created'), value: <DateTime at={application.createdAt} /> },
      ]}
    />
  )
}

/** Its name, or that there is none. */
async function describeOrganisation({ organisationId }: TeamApplication) {
  const t = await getTranslations('applications.details')
  if (organisationId) {
    const { id: developerId } = await requireDeveloper()
    const organisation = await findOrganisationFor(developerId, 'view', organisationId)
    if (!organisation) return t('ofOthers')
    return <TextLink href={`/organisations/${organisationId}`}>{organisation.legalName}</TextLink>
  }
  return t('personal')
}
