import { ClipboardCheck } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { titled } from '@/app/_request/titled'
import { countReviews } from '@/app/_request/waiting'
import { QueueTable } from '@/app/_validation/queue-table'
import type { Query } from '@/components/query'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { listQueue, queuePageSize } from '@/lib/validation/queue'
import { findTimeliness } from '@/lib/validation/statistics'
import { filterUrl, readFilter } from './filter'
import { FilterForm } from './filter-form'
import { QueueKeys } from './queue-keys'
import { WaitingRequests } from './waiting-requests'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = titled('review')

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
      <QueueKeys hint={t('keys')} />
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
