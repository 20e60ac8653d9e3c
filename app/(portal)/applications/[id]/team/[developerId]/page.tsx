import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { Member, requireMember } from '@/app/_team/member'
import { RoleName } from '@/components/person'
import { ApplicationPageLayout, applicationMetadata } from '../../page-layout'

type Props = { params: Promise<{ id: string; developerId: string }> }

export const generateMetadata = applicationMetadata('team')

/** One member of the application's team. */
export default async function TeamMemberPage({ params }: Props) {
  const { id, developerId } = await params
  const { developer, application } = await requireApplication(id)
  const subject = { type: 'application', id, name: application.name, role: application.role } as const
  const { team, member } = await requireMember(subject, developerId, developer)
  const t = await getTranslations('team')
  return (
    <ApplicationPageLayout
      application={application}
      current="team"
      title={member.email}
      above={{ href: `/applications/${id}/team`, label: t('title') }}
      badge={<RoleName role={member.role} />}
    >
      <Member {...{ subject, member, team, developer }} />
    </ApplicationPageLayout>
  )
}
