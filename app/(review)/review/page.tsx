import { ClipboardCheck } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryReader, queryText } from '@/app/_request/query'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { countReviews } from '@/app/_request/waiting'
import { QueueTable } from '@/app/_validation/queue-table'
import { EnvironmentBadge } from '@/components/environment-badge'
import { type Query, withQuery } from '@/components/query'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterBar } from '@/components/ui/filter-bar'
import { Pagination } from '@/components/ui/pagination'
import { RowLink } from '@/components/ui/row-link'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { limitOf } from '@/lib/applications/rate-limit'
import { listWaitingRequests } from '@/lib/quota-requests/queries'
import { listQueue, type QueueFilter, queuePageSize, queueStates } from '@/lib/validation/queue'
import { findTimeliness } from '@/lib/validation/statistics'
import { QueueShortcuts } from './queue-shortcuts'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('review')

export default async function QueuePage({ searchParams }: Props) {
  const reviewer = await requireReviewer()
  const filter = readFilter(await searchParams)
  const [{ entries, total }, counts] = await Promise.all([listQueue(filter, reviewer.id), countReviews()])
  const t = await getTranslations('review')
  return (
    <StaffShell
      current="queue"
      title={t('title')}
      badges={
        <>
          <Badge tone="info">{t('waiting', { count: counts.waiting })}</Badge>
          {counts.overdue > 0 && <Badge tone="danger">{t('overdueCount', { count: counts.overdue })}</Badge>}
        </>
      }
      lead={t('lead')}
    >
      <Timeliness />
      <WaitingRequests />
      <FilterForm filter={filter} />
      {entries.length === 0 ? (
        <Empty plain={filterUrl(filter) === '/review'} />
      ) : (
        <QueueTable entries={entries} state={filter.state} />
      )}
      <Pagination
        page={filter.page}
        pages={Math.ceil(total / queuePageSize)}
        href={(page) => filterUrl(filter, page)}
      />
      <QueueShortcuts hint={t('keys')} />
    </StaffShell>
  )
}

/** How it goes, in one line. */
async function Timeliness() {
  const { decided, onTime, medianHours } = await findTimeliness()
  if (decided === 0 || medianHours === null) return null
  const t = await getTranslations('review.timeliness')
  const format = await getFormatter()
  const median =
    medianHours < 48
      ? t('hours', { hours: Math.round(medianHours) })
      : t('days', { days: Math.round(medianHours / 24) })
  return (
    <p className="mb-5 text-muted text-xs">
      {t('line', { share: format.number(onTime ?? 0, { style: 'percent' }), decided, median })}
    </p>
  )
}

async function Empty({ plain }: { plain: boolean }) {
  const t = await getTranslations('review.empty')
  return (
    <EmptyState icon={<ClipboardCheck />} title={t('title')}>
      {plain ? t('waiting') : t('filtered')}
    </EmptyState>
  )
}

/** The filter of the queue. */
async function FilterForm({ filter }: { filter: QueueFilter }) {
  const t = await getTranslations('review.filter')
  const states = await getTranslations('review.states')
  return (
    <FilterBar label={t('label')} apply={t('apply')} url={filterUrl(filter)} plain="/review">
      <TextInput
        type="search"
        name="text"
        label={t('text')}
        placeholder={t('textHint')}
        defaultValue={filter.text}
        maxLength={200}
      />
      <Select
        name="state"
        label={t('state')}
        defaultValue={filter.state}
        options={queueStates.map((value) => ({ value, label: states(value) }))}
      />
      <Select
        name="assignee"
        label={t('assignee')}
        defaultValue={filter.assignee}
        options={(['anyone', 'me', 'nobody'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </FilterBar>
  )
}

/** The filter in the URL; an unknown value counts as absent. */
const readFilter = queryReader({
  state: z.enum(queueStates).catch('in_validation'),
  assignee: z.enum(['anyone', 'me', 'nobody']).catch('anyone'),
  text: queryText(),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The URL of a page of this filter; defaults are left out. */
function filterUrl({ state, assignee, text }: QueueFilter, page = 1): string {
  return withQuery('/review', {
    state: state === 'in_validation' ? '' : state,
    assignee: assignee === 'anyone' ? '' : assignee,
    text,
    page: page > 1 ? String(page) : '',
  })
}

/** The requests that wait for a reviewer, of every kind; nothing if there are none. */
async function WaitingRequests() {
  const requests = await listWaitingRequests()
  if (requests.length === 0) return null
  const t = await getTranslations()
  return (
    <div className="mb-6">
      <Section title={t('review.requests')}>
        <ul className="grid divide-y divide-line">
          {requests.map(({ kind, id, application, count, requestedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
              <RowLink href={`/review/${kind}/${id}`} className="font-medium">
                {application.name}
              </RowLink>
              <EnvironmentBadge environment={application.environment} />
              <span className="text-sm">
                {t(`${kind}.queueEntry`, { from: limitOf(application), count })}
              </span>
              <span className="text-muted text-sm">
                <DateTime at={requestedAt} as="relative" />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
