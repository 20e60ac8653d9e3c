import { useTranslations } from 'next-intl'
import { EnvironmentBadge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { Badge } from '@/components/ui/badge'
import { Moment } from '@/components/ui/moment'
import { RowLink } from '@/components/ui/row-link'
import { type Column, Table } from '@/components/ui/table'
import type { ApplicationEntry } from '@/lib/applications/directory'

/** All applications, or in a card those of one developer. Server component. */
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
        <>
          <RowLink href={`/administration/applications/${id}`}>{name}</RowLink>
          {withOwner && (
            <span className="block font-normal text-muted [overflow-wrap:anywhere]">{ownerEmail}</span>
          )}
        </>
      ),
    },
    { label: t('environment'), cell: ({ environment }) => <EnvironmentBadge environment={environment} /> },
    { label: t('state'), cell: (row) => <ApplicationStates {...row} /> },
    { label: t('created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return (
    <Table
      surface={withOwner}
      linked
      caption={t('caption')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
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
