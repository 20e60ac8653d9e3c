import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { CurrentDeveloper } from '@/app/_request/session'
import { FlashMessages } from '@/components/flash-messages'
import { RoleName } from '@/components/person'
import type { Query } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { RadioCards } from '@/components/ui/radio-cards'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { EmailInput } from '@/components/ui/text-input'
import { listSentInvitations } from '@/lib/applications/join'
import { may } from '@/lib/applications/rights'
import { teamInvitationDays } from '@/lib/applications/schema'
import { listTeam } from '@/lib/applications/team-members'
import { inviteMember, revokeInvitation } from './actions'
import { type OwnSubject, People } from './people'

const dones = ['invited', 'revoked', 'removed', 'made_owner', 'handed_over', 'joined'] as const

type Props = {
  subject: OwnSubject
  developer: CurrentDeveloper
  query: Query
  /** Below the list of people. */
  children?: ReactNode
}

/** The people of an application or an organisation, with an owner's ways to change them. */
export async function Team({ subject, developer, query, children }: Props) {
  const t = await getTranslations('team')
  const owns = may(subject.role, 'team')
  return (
    <div className="grid gap-6">
      <FlashMessages query={query} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
      <People subject={subject} developerId={developer.id} />
      {children}
      {owns && (
        <>
          <Invitations subjectId={subject.id} developerId={developer.id} />
          <Invite subject={subject} developerId={developer.id} />
        </>
      )}
    </div>
  )
}

/** In a row; open for someone who is alone. */
async function Invite({ subject, developerId }: Pick<Props, 'subject'> & { developerId: string }) {
  const t = await getTranslations('team')
  const roles = await getTranslations('team.role')
  return (
    <SettingRow
      name={t('invite.title')}
      note={t('invite.lead', { days: teamInvitationDays })}
      act={t('invite.act')}
      action={inviteMember.bind(null, subject.id)}
      open={(await listTeam(subject.id, developerId)).length < 2}
    >
      <EmailInput label={t('invite.email')} autoComplete="off" />
      <RadioCards
        name="role"
        label={t('invite.role')}
        defaultValue="member"
        options={(['member', 'owner'] as const).map((value) => ({
          value,
          label: roles(value),
          description: t(`invite.${value}About`, { kind: subject.type }),
        }))}
      />
      <FormEnd>{t('invite.button')}</FormEnd>
    </SettingRow>
  )
}

type InvitationsProps = { subjectId: string; developerId: string }

/** The pending invitations, each with a button to revoke it; empty if there are none. */
async function Invitations({ subjectId, developerId }: InvitationsProps) {
  const invitations = await listSentInvitations(subjectId, developerId)
  if (invitations.length === 0) return null
  const t = await getTranslations('team')
  return (
    <Section title={t('invitations.title')}>
      <SettingRows>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <SettingRow
            key={id}
            name={email}
            value={<RoleName role={role} />}
            note={t.rich('invitations.until', { at: () => <DateTime at={expiresAt} /> })}
            act={
              <PressForm
                action={revokeInvitation.bind(null, subjectId, id)}
                button={t('invitations.revoke')}
                name={t('invitations.revokeWho', { email })}
                variant="dangerQuiet"
                size="small"
              />
            }
          />
        ))}
      </SettingRows>
    </Section>
  )
}
