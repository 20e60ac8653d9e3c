import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ConfirmFirst } from '@/app/(auth)/confirm-first'
import { TeamRoleBadge } from '@/components/team-role-badge'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { findSuccessor, listTeam, type TeamMember } from '@/lib/applications/team-members'
import { ApplicationFrame, applicationTitle } from '../../frame'
import { requireApplication } from '../../page-data'
import { change, leave } from './actions'

type Props = { params: Promise<{ id: string; developerId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: applicationTitle(application.name, (await getTranslations('team'))('title')) }
}

/** One member's role: an owner's actions on it, or one's own way to leave. */
export default async function TeamMemberPage({ params }: Props) {
  const { id, developerId } = await params
  const { developer, application } = await requireApplication(id)
  const team = await listTeam(id, developer.id)
  const member = team.find((each) => each.id === developerId)
  const own = developerId === developer.id
  if (!member || !(own || may(application.role, 'team'))) notFound()
  const t = await getTranslations('team')
  const choices = own ? (
    <Leave application={application} team={team} member={member} />
  ) : (
    <Choices applicationId={id} member={member} />
  )
  return (
    <ApplicationFrame
      application={application}
      title={member.email}
      above={[{ href: `/applications/${id}/team`, label: t('title') }]}
      badge={<TeamRoleBadge role={member.role} />}
    >
      <div className="grid max-w-prose gap-6">
        {application.environment === 'production' && !own ? (
          <ConfirmFirst developer={developer} path={`/applications/${id}/team/${developerId}`}>
            {choices}
          </ConfirmFirst>
        ) : (
          choices
        )}
      </div>
    </ApplicationFrame>
  )
}

const choices = [
  { what: 'made_owner', wording: 'makeOwner', variant: 'secondary' },
  { what: 'handed_over', wording: 'handOver', variant: 'secondary' },
  { what: 'removed', wording: 'remove', variant: 'danger' },
] as const

async function Choices({ applicationId, member }: { applicationId: string; member: TeamMember }) {
  const t = await getTranslations('team')
  const { id, email, role, suspended } = member
  const open = choices.filter(
    ({ what }) => what === 'removed' || (!suspended && (what === 'handed_over' || role === 'member')),
  )
  return (
    <>
      {suspended && <Notice tone="warning">{t('person.suspended')}</Notice>}
      {open.map(({ what, wording, variant }) => (
        <Card key={what} title={t(`person.${wording}.title`)}>
          <p className="mb-4 text-muted text-sm [overflow-wrap:anywhere]">
            {t(`person.${wording}.body`, { email })}
          </p>
          <PressForm
            action={change.bind(null, applicationId, id, what)}
            button={t(`person.${wording}.button`)}
            variant={variant}
          />
        </Card>
      ))}
    </>
  )
}

type LeaveProps = { application: TeamApplication; team: TeamMember[]; member: TeamMember }

async function Leave({ application, team, member }: LeaveProps) {
  const t = await getTranslations('team')
  const others = team.filter(({ id }) => id !== member.id)
  const successor = member.role === 'owner' ? findSuccessor(others) : null
  return (
    <Card title={t('person.leave.title')}>
      {successor === 'nobody' ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted text-sm">{t('person.leave.only')}</p>
          <ButtonLink href={`/applications/${application.id}/delete`} variant="dangerOutline">
            {t('person.leave.delete')}
          </ButtonLink>
        </div>
      ) : (
        <>
          <p className="mb-4 text-muted text-sm [overflow-wrap:anywhere]">
            {t('person.leave.body')} {successor && t('person.leave.successor', { email: successor.email })}
          </p>
          <PressForm
            action={leave.bind(null, application.id)}
            button={t('person.leave.button')}
            variant="danger"
          />
        </>
      )}
    </Card>
  )
}
