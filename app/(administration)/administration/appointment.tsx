import { getTranslations } from 'next-intl/server'
import { ReasonForm } from '@/components/reason-form'
import type { FormAction } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import type { TeamMembers } from './people'

/**
 * Who could become the owner: members who are not suspended, where no owner can act. No one, if the
 * administrator is on the team.
 * @param all everyone who has a role in it, also through an organisation
 */
export function listSuccessors(team: TeamMembers, all: TeamMembers, administratorId: string): TeamMembers {
  const stuck = !all.some(({ role, developer }) => role === 'owner' && !developer.suspendedAt)
  const own = all.some(({ developerId }) => developerId === administratorId)
  return stuck && !own ? team.filter(({ developer }) => !developer.suspendedAt) : []
}

type Props = { body: string; action: FormAction; successors: TeamMembers }

/** Shown where no owner can act, but another member of the team could. */
export async function Appointment({ body, action, successors }: Props) {
  const t = await getTranslations('administration.applications')
  return (
    <Section title={t('appointTitle')}>
      <p className="mb-4 text-muted text-sm">{body}</p>
      <ReasonForm
        action={action}
        button={t('appoint')}
        field="appointmentReason"
        choice={{
          name: 'memberId',
          label: t('appointWhom'),
          options: successors.map(({ developerId, developer }) => ({
            value: developerId,
            label: developer.email,
          })),
        }}
      />
    </Section>
  )
}
