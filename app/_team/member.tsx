import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import type { CurrentDeveloper } from '@/app/_request/session'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { may } from '@/lib/applications/rights'
import { findNextOwner, listTeam, type TeamMember, versionedLeaving } from '@/lib/applications/team-members'
import { handOver, leaveTeam, makeOwner, removeMember } from './actions'
import type { OwnSubject } from './people'

type Props = {
  subject: OwnSubject
  member: TeamMember
  team: TeamMember[]
  developer: CurrentDeveloper
}

/** A member whom the reader may see alone: anyone for owners, themselves for others. 404 otherwise. */
export async function requireMember(subject: OwnSubject, developerId: string, reader: CurrentDeveloper) {
  const team = await listTeam(subject.id, reader.id)
  const member = team.find((each) => each.id === developerId)
  if (!member || !(developerId === reader.id || may(subject.role, 'team'))) notFound()
  return { team, member }
}

/** One person's role: an owner's actions on it, or one's own way to leave. */
export function Member({ subject, member, team, developer }: Props) {
  const own = member.id === developer.id
  return (
    <div className="grid max-w-238 gap-6">
      {own && <Leave subject={subject} team={team} member={member} />}
      {!own && <Choices subject={subject} member={member} />}
    </div>
  )
}

const choices = [
  { wording: 'makeOwner', act: makeOwner, variant: 'quiet' },
  { wording: 'handOver', act: handOver, variant: 'quiet' },
  { wording: 'remove', act: removeMember, variant: 'dangerQuiet' },
] as const

async function Choices({ subject, member }: { subject: OwnSubject; member: TeamMember }) {
  const t = await getTranslations('team')
  const { id, email, role, suspended } = member
  const open = choices.filter(
    ({ wording }) => wording === 'remove' || (!suspended && (wording === 'handOver' || role === 'member')),
  )
  return (
    <>
      {suspended && <Notice tone="warning">{t('person.suspended')}</Notice>}
      <SettingRows>
        {open.map(({ wording, act, variant }) => (
          <SettingRow
            key={wording}
            name={t(`person.${wording}.title`)}
            note={t(`person.${wording}.body`, { email, kind: subject.type })}
            act={
              <PressForm
                action={act.bind(null, subject.id, id)}
                button={t(`person.${wording}.button`)}
                variant={variant}
                size="small"
                shown={<ExpectedVersion of={[role, suspended]} />}
              />
            }
          />
        ))}
      </SettingRows>
    </>
  )
}

type LeaveProps = { subject: OwnSubject; team: TeamMember[]; member: TeamMember }

async function Leave({ subject, team, member }: LeaveProps) {
  const t = await getTranslations('team')
  const others = team.filter(({ id }) => id !== member.id)
  const successor = member.role === 'owner' ? findNextOwner(others) : null
  return (
    <SettingRows>
      {successor === 'nobody' ? (
        <SettingRow
          name={t('person.leave.title', { kind: subject.type })}
          note={t('person.leave.only', { kind: subject.type })}
          act={
            subject.type === 'application' && (
              <ButtonLink href={`/applications/${subject.id}/delete`} variant="dangerQuiet" size="small">
                {t('person.leave.delete')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <SettingRow
          name={t('person.leave.title', { kind: subject.type })}
          note={
            <>
              {t('person.leave.body')} {successor && t('person.leave.successor', { email: successor.email })}
            </>
          }
          act={
            <PressForm
              action={leaveTeam.bind(null, subject.id)}
              button={t('person.leave.button')}
              variant="dangerQuiet"
              size="small"
              shown={<ExpectedVersion of={versionedLeaving(team, member.id)} />}
            />
          }
        />
      )}
    </SettingRows>
  )
}
