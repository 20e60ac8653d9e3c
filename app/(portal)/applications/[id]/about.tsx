import { getTranslations } from 'next-intl/server'
import { requireDeveloper } from '@/app/_request/session'
import { describeDetails } from '@/components/application-details'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { findOrganisationFor } from '@/lib/organisations/queries'

/** The application's details, with the links to edit and, for owners, delete it. */
export async function About({ application }: { application: TeamApplication }) {
  const t = await getTranslations('applications.details')
  const { id, createdAt } = application
  return (
    <Card
      title={t('title')}
      aside={
        <div className="no-print flex flex-wrap gap-2">
          <ButtonLink href={`/applications/${id}/edit`} variant="secondary" size="small">
            {t('edit')}
          </ButtonLink>
          {may(application.role, 'delete') && (
            <ButtonLink href={`/applications/${id}/delete`} variant="dangerOutline" size="small">
              {t('delete')}
            </ButtonLink>
          )}
        </div>
      }
    >
      <DefinitionList
        items={[
          ...(await describeDetails(application, <span className="text-muted">{t('none')}</span>)),
          { term: t('organisation'), value: await describeOrganisation(application) },
          { term: t('created'), value: <Moment at={createdAt} /> },
        ]}
      />
    </Card>
  )
}

/** Its name, or that there is none, with the way into one for those who may move it. */
async function describeOrganisation({ id, role, organisationId }: TeamApplication) {
  const t = await getTranslations('applications.details')
  if (organisationId) {
    const { id: developerId } = await requireDeveloper()
    const organisation = await findOrganisationFor(developerId, 'view', organisationId)
    if (!organisation) return t('ofOthers')
    return <TextLink href={`/organisations/${organisationId}`}>{organisation.legalName}</TextLink>
  }
  if (!may(role, 'delete')) return t('personal')
  return (
    <>
      {t('personal')} · <TextLink href={`/applications/${id}/edit#organisation`}>{t('move')}</TextLink>
    </>
  )
}
