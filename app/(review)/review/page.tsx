import { ClipboardCheck } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { countWaiting, listQueue, queuePageSize } from '@/lib/validation/queue'
import { filterUrl, readFilter } from './filter'
import { FilterForm } from './filter-form'
import { QueueKeys } from './queue-keys'
import { QueueTable } from './queue-table'
import { WaitingRequests } from './waiting-requests'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = titled('review')

export default async function QueuePage({ searchParams }: Props) {
  const reviewer = await requireReviewer()
  const filter = readFilter(await searchParams)
  const [{ entries, total }, counts] = await Promise.all([listQueue(filter, reviewer.id), countWaiting()])
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

async function Empty({ plain }: { plain: boolean }) {
  const t = await getTranslations('review.empty')
  return (
    <EmptyState icon={<ClipboardCheck aria-hidden="true" />} title={t('title')}>
      {plain ? t('waiting') : t('filtered')}
    </EmptyState>
  )
}
