import { getTranslations } from 'next-intl/server'
import { RoleName } from '@/components/role-name'
import { PressForm } from '@/components/ui/action-form'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { type Column, Table } from '@/components/ui/table'
import { listSentInvitations } from '@/lib/applications/join'
import { revokeInvitation } from './actions'

type Invitation = Awaited<ReturnType<typeof listSentInvitations>>[number]

type Props = { subjectId: string; developerId: string }

/** The pending invitations, each with a button to revoke it; empty if there are none. */
export async function Invitations({ subjectId, developerId }: Props) {
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
          <Moment at={expiresAt} />
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
