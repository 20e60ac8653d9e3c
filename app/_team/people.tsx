import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Person, RoleName } from '@/components/person'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Section } from '@/components/ui/section'
import { type Column, Table } from '@/components/ui/table'
import type { TeamRole } from '@/generated/prisma/enums'
import { may } from '@/lib/applications/rights'
import { subjectPath, type TeamResource } from '@/lib/applications/subject'
import { listTeam, type TeamMember } from '@/lib/applications/team-members'

/** An application or an organisation, with the reader's role in it. */
export type OwnSubject = TeamResource & { role: TeamRole }

type Props = {
  subject: OwnSubject
  developerId: string
  /** At the end of the heading's line. */
  act?: ReactNode
}

/** The team's members, with the links to change each role or to leave. */
export async function People({ subject, developerId, act }: Props) {
  const t = await getTranslations('team.people')
  const rows = await listTeam(subject.id, developerId)
  if (rows.length === 0) return null
  return (
    <Section title={t('title')} act={act}>
      <Table
        caption={t('caption', { kind: subject.type })}
        columns={await columns(subject, developerId)}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}

async function columns(subject: OwnSubject, developerId: string): Promise<Column<TeamMember>[]> {
  const t = await getTranslations('team.people')
  return [
    {
      label: t('person'),
      cell: (member) => (
        <Person person={member}>
          {(name) => (
            <>
              {name} {member.id === developerId && <Badge>{t('you')}</Badge>}
              {member.suspended && <Badge tone="warning">{t('suspended')}</Badge>}
            </>
          )}
        </Person>
      ),
    },
    { label: t('role'), plain: true, cell: (member) => <RoleName role={member.role} /> },
    {
      label: t('since'),
      cell: ({ joinedAt }) => (
        <span className="text-muted">
          <DateTime at={joinedAt} as="date" />
        </span>
      ),
    },
    {
      label: t('actions'),
      action: true,
      cell: (member) => {
        const own = member.id === developerId
        if (!own && !may(subject.role, 'team')) return '–'
        return (
          <ButtonLink
            href={`${subjectPath(subject)}/team/${member.id}`}
            variant="quiet"
            size="small"
            aria-label={own ? undefined : t('manageWho', { email: member.email })}
          >
            {own ? t('leave') : t('manage')}
          </ButtonLink>
        )
      },
    },
  ]
}
