import { useTranslations } from 'next-intl'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { DateTime, useMomentWriter } from '@/components/ui/date-time'
import { RowLink } from '@/components/ui/row-link'
import { type Column, Table } from '@/components/ui/table'
import { businessCalendar } from '@/lib/validation/business-hours'
import type { QueueEntry, QueueState } from '@/lib/validation/queue'
import { Due, urgencyOf } from './due'

/** The submissions of one page of this state, with one date each. The keys j and k move through its links. */
export function QueueTable({ entries, state }: { entries: QueueEntry[]; state: QueueState }) {
  const t = useTranslations('review.table')
  const states = useTranslations('review.states')
  const columns: Column<QueueEntry>[] = [
    { label: t('application'), cell: (entry) => <Name entry={entry} /> },
    {
      label: t('developer'),
      breaks: true,
      cell: ({ developerEmail }) => <Address>{developerEmail}</Address>,
    },
    state === 'in_validation'
      ? { label: t('due'), cell: (entry) => <Due {...entry} /> }
      : { label: t('age'), cell: ({ submittedAt }) => <DateTime at={submittedAt} as="relative" /> },
    ...(state === 'all' ? [{ label: t('state'), cell: (entry: QueueEntry) => states(entry.state) }] : []),
    {
      label: t('holder'),
      breaks: true,
      cell: ({ mine, assignee }) => <Address>{mine ? t('you') : (assignee ?? t('nobody'))}</Address>,
    },
  ]
  return (
    <Table
      linked
      caption={t('caption')}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      edge={urgencyOf}
    />
  )
}

function Name({ entry }: { entry: QueueEntry }) {
  const t = useTranslations('review.table')
  const write = useMomentWriter(businessCalendar().timeZone)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <RowLink
        href={`/review/${entry.id}`}
        data-queue-entry=""
        className="font-medium"
        // The link covers the row, with the title of its date.
        title={urgencyOf(entry) && write(entry.dueAt ?? entry.submittedAt)}
      >
        {entry.name}
      </RowLink>
      {entry.organisation && <Badge>{t('organisation')}</Badge>}
      {entry.revision && <Badge>{t('revision')}</Badge>}
      {entry.unreviewed && <Badge tone="warning">{t('unreviewed')}</Badge>}
      {!entry.revision && entry.number > 1 && <Badge>{t('round', { number: entry.number })}</Badge>}
    </span>
  )
}
