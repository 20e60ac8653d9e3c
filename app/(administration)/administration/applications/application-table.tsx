import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Section } from '@/components/ui/section'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import {
  type ApplicationEntry,
  type ApplicationFilter,
  searchApplications,
} from '@/lib/applications/directory'

/** All applications, or in a card those of one developer or organisation. Server component. */
export function ApplicationTable({
  rows,
  withOwner = true,
}: {
  rows: ApplicationEntry[]
  withOwner?: boolean
}) {
  const t = useTranslations('administration.applications')
  const columns: Column<ApplicationEntry>[] = [
    {
      label: t('name'),
      cell: ({ id, name, ownerEmail }) => (
        <span className="flex items-baseline gap-x-2 max-md:flex-col md:flex-wrap">
          <RowLink href={`/administration/applications/${id}`}>{name}</RowLink>
          {withOwner && (
            <span className="font-normal text-muted text-xs [overflow-wrap:anywhere]">{ownerEmail}</span>
          )}
        </span>
      ),
    },
    {
      label: t('environment'),
      plain: true,
      cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    },
    { label: t('state'), plain: true, cell: (row) => <ApplicationStates {...row} /> },
    { label: t('created'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ]
  return <Table linked caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

/** The application's state, and its owner's where that blocks it. */
export function ApplicationStates({
  state,
  ownerSuspended,
}: Pick<ApplicationEntry, 'state' | 'ownerSuspended'>) {
  const t = useTranslations('administration.applications')
  return (
    <span className="flex flex-wrap gap-1.5">
      <StateBadge state={state} />
      {ownerSuspended && <Badge tone="warning">{t('ownerSuspended')}</Badge>}
    </span>
  )
}

/** How many of one developer's or organisation's are shown. */
const shown = 100

/** The applications of one developer or organisation. */
export async function ApplicationCard(filter: Pick<ApplicationFilter, 'developerId' | 'organisationId'>) {
  const t = await getTranslations('administration.developers')
  const { rows } = await searchApplications(filter, undefined, shown)
  return (
    <Section title={t('ofTheirs')}>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">{t('noApplications')}</p>
      ) : (
        <ApplicationTable rows={rows} withOwner={false} />
      )}
    </Section>
  )
}
