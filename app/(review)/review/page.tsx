import { ClipboardCheck } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryReader, queryText } from '@/app/_request/query'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { countReviews, listReviews } from '@/app/_request/waiting'
import { describeDecided } from '@/app/_validation/clock'
import { QueueTable } from '@/app/_validation/queue-table'
import { type Query, withQuery } from '@/components/query'
import { FilterBar } from '@/components/ui/filter-bar'
import { EmptyState } from '@/components/ui/notice'
import { Pagination } from '@/components/ui/pagination'
import { RowShortcuts } from '@/components/ui/row-shortcuts'
import { Select } from '@/components/ui/select'
import { StateLine } from '@/components/ui/state-line'
import { TextInput } from '@/components/ui/text-input'
import { listLastDecided, type QueueFilter, queuePageSize, queueStates } from '@/lib/validation/queue'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('review')

export default async function QueuePage({ searchParams }: Props) {
  const reviewer = await requireReviewer()
  const filter = readFilter(await searchParams)
  const { entries, total } = await listReviews(filter, reviewer.id)
  const t = await getTranslations('review')
  return (
    <StaffShell current="queue" title={t('title')}>
      <State />
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
      <div className="needs-script no-print mt-4 text-muted text-xs max-sm:hidden">
        <RowShortcuts hint={t('keys')} />
      </div>
    </StaffShell>
  )
}

/** What waits, and how it goes. */
async function State() {
  const t = await getTranslations('review')
  const promise = await getTranslations('validation.promise')
  const [{ waiting, overdue }, decided] = await Promise.all([countReviews(), listLastDecided()])
  const late = overdue > 0 && t('overdueCount', { count: overdue })
  return (
    <div className="mb-5">
      <StateLine
        tone={overdue > 0 ? 'danger' : waiting > 0 ? 'neutral' : 'success'}
        title={`${[t('waiting', { count: waiting }), late].filter(Boolean).join(', ')}.`}
      >
        {decided.length > 0 && promise('last', describeDecided(decided))}
      </StateLine>
    </div>
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
