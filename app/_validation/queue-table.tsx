import { useTranslations } from 'next-intl'
import type { ReviewEntry } from '@/app/_request/waiting'
import { Person } from '@/components/person'
import { Badge } from '@/components/ui/badge'
import { DateTime, useMomentWriter } from '@/components/ui/date-time'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { limitOf } from '@/lib/applications/queries'
import { businessCalendar } from '@/lib/validation/business-hours'
import type { QueueState } from '@/lib/validation/queue'
import { Due, isOverdue } from './due'

type EntryProps = { entry: ReviewEntry }

/** The entries of one page of this state, with one date each. The keys j and k move through its links. */
export function QueueTable({ entries, state }: { entries: ReviewEntry[]; state: QueueState }) {
  const t = useTranslations('review.table')
  const states = useTranslations('review.states')
  const columns: Column<ReviewEntry>[] = [
    { label: t('application'), cell: (entry) => <Name entry={entry} /> },
    { label: t('developer'), plain: true, cell: ({ developer }) => <Person person={developer} /> },
    state === 'in_validation'
      ? { label: t('due'), beside: true, cell: (entry) => <Due {...entry} /> }
      : {
          label: t('age'),
          beside: true,
          cell: ({ submittedAt }) => <DateTime at={submittedAt} as="relative" />,
        },
    ...(state === 'all'
      ? [{ label: t('state'), plain: true, cell: (entry: ReviewEntry) => states(entry.state) }]
      : []),
    { label: t('holder'), plain: true, cell: (entry) => <Holder entry={entry} /> },
  ]
  return (
    <Table
      linked
      caption={t('caption')}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      edge={(entry) => (isOverdue(entry) ? 'danger' : undefined)}
    />
  )
}

function Holder({ entry: { mine, assignee } }: EntryProps) {
  const t = useTranslations('review.table')
  if (!assignee) return <span className="text-muted">{t('nobody')}</span>
  return mine ? t('you') : <Person person={assignee} brief />
}

function Name({ entry }: EntryProps) {
  const write = useMomentWriter(businessCalendar().timeZone)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <RowLink
        href={entry.request ? `/review/${entry.request.kind}/${entry.id}` : `/review/${entry.id}`}
        data-queue-entry=""
        className="font-medium"
        // The link covers the row, with the title of its date.
        title={isOverdue(entry) === null ? undefined : write(entry.dueAt ?? entry.submittedAt)}
      >
        {entry.name}
      </RowLink>
      <What entry={entry} />
    </span>
  )
}

/** What is to be decided, if it is no first submission of an application. */
function What({ entry: { request, organisation, revision, unreviewed, number } }: EntryProps) {
  const t = useTranslations('review.table')
  const texts = useTranslations()
  if (request)
    return (
      <>
        <Badge>{texts(`common.environment.${request.application.environment}`)}</Badge>
        <Badge>
          {texts(`${request.kind}.queueEntry`, {
            from: limitOf(request.application),
            count: request.count,
          })}
        </Badge>
      </>
    )
  return (
    <>
      {organisation && <Badge>{t('organisation')}</Badge>}
      {revision && <Badge>{t('revision')}</Badge>}
      {unreviewed && <Badge tone="warning">{t('unreviewed')}</Badge>}
      {!revision && number > 1 && <Badge>{t('round', { number })}</Badge>}
    </>
  )
}
