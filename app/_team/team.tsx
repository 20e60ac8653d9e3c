import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { CurrentDeveloper } from '@/app/_request/session'
import { EmailInput } from '@/components/email-input'
import { FlashMessages } from '@/components/flash-messages'
import { RoleName } from '@/components/person'
import type { Query } from '@/components/query'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { RadioCards } from '@/components/ui/radio-cards'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import { listSentInvitations } from '@/lib/applications/join'
import { may } from '@/lib/applications/rights'
import { teamInvitationDays } from '@/lib/applications/schema'
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
      <div className={owns ? 'grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_22rem]' : 'grid gap-6'}>
        <div className="grid min-w-0 gap-6">
          <People subject={subject} developerId={developer.id} />
          {owns && <Invitations subjectId={subject.id} developerId={developer.id} />}
          {children}
        </div>
        {owns && <Invite subject={subject} />}
      </div>
    </div>
  )
}

async function Invite({ subject }: Pick<Props, 'subject'>) {
  const t = await getTranslations('team')
  const roles = await getTranslations('team.role')
  return (
    <Section title={t('invite.title')}>
      <p className="mb-5 text-muted text-sm">{t('invite.lead', { days: teamInvitationDays })}</p>
      <ActionForm action={inviteMember.bind(null, subject.id)}>
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
        <SubmitButton className="justify-self-start">{t('invite.button')}</SubmitButton>
      </ActionForm>
    </Section>
  )
}

type Invitation = Awaited<ReturnType<typeof listSentInvitations>>[number]

type InvitationsProps = { subjectId: string; developerId: string }

/** The pending invitations, each with a button to revoke it; empty if there are none. */
async function Invitations({ subjectId, developerId }: InvitationsProps) {
  const invitations = await listSentInvitations(subjectId, developerId)
  if (invitations.length === 0) return null
  const t = await getTranslations('team.invitations')
  return (
    <Section title={t('title')}>
      <Table
        caption={t('caption')}
        columns={await columns(subjectId)}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}

async function columns(subjectId: string): Promise<Column<Invitation>[]> {
  const t = await getTranslations('team')
  return [
    {
      label: t('people.email'),
      breaks: true,
      cell: ({ email }) => email,
    },
    { label: t('people.role'), cell: ({ role }) => <RoleName role={role} /> },
    {
      label: t('invitations.until'),
      cell: ({ expiresAt }) => (
        <span className="text-muted">
          <DateTime at={expiresAt} />
        </span>
      ),
    },
    {
      label: t('people.actions'),
      action: true,
      cell: ({ id, email }) => (
        <PressForm
          action={revokeInvitation.bind(null, subjectId, id)}
          button={t('invitations.revoke')}
          name={t('invitations.revokeWho', { email })}
          variant="dangerOutline"
          size="small"
        />
      ),
    },
  ]
}
