import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Team } from '@/app/_team/team'
import type { Query } from '@/components/query'
import { requireOrganisation } from '../page-data'
import { OrganisationPageLayout } from '../page-layout'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisation } = await requireOrganisation((await params).id)
  return { title: `${(await getTranslations('team'))('title')} · ${organisation.legalName}` }
}

export default async function OrganisationTeamPage({ params, searchParams }: Props) {
  const { developer, organisation } = await requireOrganisation((await params).id)
  const { id, legalName, role } = organisation
  const t = await getTranslations('team')
  return (
    <OrganisationPageLayout
      organisation={organisation}
      subject={t('title')}
      lead={t('lead', { kind: 'organisation' })}
    >
      <Team
        subject={{ type: 'organisation', id, name: legalName, role }}
        developer={developer}
        query={await searchParams}
      />
    </OrganisationPageLayout>
  )
}
