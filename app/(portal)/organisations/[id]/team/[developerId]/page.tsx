import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Member, requireMember } from '@/app/_team/member'
import { RoleName } from '@/components/person'
import { requireOrganisation } from '../../page-data'
import { OrganisationPageLayout } from '../../page-layout'

type Props = { params: Promise<{ id: string; developerId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisation } = await requireOrganisation((await params).id)
  return { title: `${(await getTranslations('team'))('title')} · ${organisation.legalName}` }
}

/** One person of the organisation. */
export default async function OrganisationMemberPage({ params }: Props) {
  const { id, developerId } = await params
  const { developer, organisation } = await requireOrganisation(id)
  const { legalName, role } = organisation
  const subject = { type: 'organisation', id, name: legalName, role } as const
  const { team, member } = await requireMember(subject, developerId, developer)
  const t = await getTranslations('team')
  return (
    <OrganisationPageLayout
      organisation={organisation}
      subject={member.displayName || member.email}
      from={{ href: `/organisations/${id}/team`, label: t('title') }}
      badges={<RoleName role={member.role} />}
    >
      <Member {...{ subject, member, team, developer }} />
    </OrganisationPageLayout>
  )
}
