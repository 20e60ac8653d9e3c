import { getTranslations } from 'next-intl/server'
import { requireDeveloper } from '@/app/_request/session'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import type { TeamApplication } from '@/lib/applications/queries'
import { findOrganisationFor } from '@/lib/organisations/queries'

/** What cannot be changed here: the organisation, and when it was created. */
export async function About({ application }: { application: TeamApplication }) {
  const t = await getTranslations('applications.details')
  return (
    <DefinitionList
      items={[
        { term: t('organisation'), value: await describeOrganisation(application) },
        { term: t('created'), value: <Moment at={application.createdAt} /> },
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
