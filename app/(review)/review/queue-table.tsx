import { AlarmClock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Moment } from '@/components/ui/moment'
import { RowLink } from '@/components/ui/row-link'
import { type Column, Table } from '@/components/ui/table'
import { now } from '@/lib/clock'
import { businessCalendar } from '@/lib/validation/business-hours'
import type { QueueEntry } from '@/lib/validation/queue'

/** The submissions of one page. The keys j and k move through its links. */
export function QueueTable({ entries }: { entries: QueueEntry[] }) {
  const t = useTranslations('review.table')
  const states = useTranslations('review.states')
  const columns: Column<QueueEntry>[] = [
    { label: t('application'), cell: (entry) => <Name entry={entry} /> },
    { label: t('developer'), breaks: true, cell: ({ developerEmail }) => developerEmail },
    { label: t('due'), cell: (entry) => <Due entry={entry} /> },
    { label: t('age'), cell: (entry) => <Moment at={entry.submittedAt} as="relative" /> },
    { label: t('state'), cell: (entry) => states(entry.state) },
    {
      label: t('holder'),
      breaks: true,
      cell: ({ mine, claimedBy }) => (mine ? t('you') : (claimedBy ?? t('nobody'))),
    },
  ]
  return <Table surface caption={t('caption')} columns={columns} rows={entries} rowKey={({ id }) => id} />
}

function Name({ entry }: { entry: QueueEntry }) {
  const t = useTranslations('review.table')
  return (
    <span className="flex flex-wrap items-center gap-2">
      <RowLink href={`/review/${entry.id}`} data-queue-entry="" className="font-medium">
        {entry.name}
      </RowLink>
      {entry.organisation && <Badge tone="info">{t('organisation')}</Badge>}
      {entry.revision && <Badge>{t('revision')}</Badge>}
      {entry.unreviewed && <Badge tone="warning">{t('unreviewed')}</Badge>}
      {!entry.revision && entry.number > 1 && <Badge>{t('round', { number: entry.number })}</Badge>}
    </span>
  )
}

function Due({ entry: { dueAt, state } }: { entry: QueueEntry }) {
  const t = useTranslations('review.table')
  if (!dueAt || state !== 'in_validation') return <>–</>
  return (
    <span className="grid justify-items-start gap-0.5 max-md:justify-items-end">
      {dueAt < now() && (
        <Badge tone="danger" icon={<AlarmClock aria-hidden="true" />}>
          {t('overdue')}
        </Badge>
      )}
      <Moment at={dueAt} as="relative" timeZone={businessCalendar().timeZone} />
    </span>
  )
}
