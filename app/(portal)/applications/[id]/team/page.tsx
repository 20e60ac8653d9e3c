import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { Team } from '@/app/_team/team'
import type { Query } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import { findOrganisationFor } from '@/lib/organisations/queries'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('team')

export default async function TeamPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  const { id, name, role, organisationId } = application
  const organisation = organisationId ? await findOrganisationFor(developer.id, 'view', organisationId) : null
  const t = await getTranslations('team')
  return (
    <ApplicationPageLayout
      application={application}
      current="team"
      title={t('title')}
      lead={t('lead', { kind: 'application' })}
    >
      <Team
        subject={{ type: 'application', id, name, role }}
        developer={developer}
        query={await searchParams}
      >
        {organisation && (
          <p className="-mt-3 text-muted text-sm">
            {t.rich('organisation', {
              name: organisation.legalName,
              link: (text) => <TextLink href={`/organisations/${organisation.id}`}>{text}</TextLink>,
            })}
          </p>
        )}
      </Team>
    </ApplicationPageLayout>
  )
}
