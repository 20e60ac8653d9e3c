import { ChartColumn, ClipboardCheck, Files, Quote } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
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
  const keys = await getTranslations('review.keys')
  return (
    <>
      <PageHeader
        title={t('title')}
        badges={
          <>
            <Badge tone="info">{t('waiting', { count: counts.waiting })}</Badge>
            {counts.overdue > 0 && (
              <Badge tone="danger">{t('overdueCount', { count: counts.overdue })}</Badge>
            )}
          </>
        }
        actions={
          <>
            <ButtonLink href="/review/statistics" variant="secondary">
              <ChartColumn aria-hidden="true" />
              {t('statisticsLink')}
            </ButtonLink>
            {reviewer.role === 'administrator' && (
              <>
                <ButtonLink href="/review/templates" variant="secondary">
                  <Quote aria-hidden="true" />
                  {t('reasonTextsLink')}
                </ButtonLink>
                <ButtonLink href="/review/requirements" variant="secondary">
                  <Files aria-hidden="true" />
                  {t('requirementsLink')}
                </ButtonLink>
              </>
            )}
          </>
        }
      >
        {t('lead')}
      </PageHeader>
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
      <QueueKeys open={keys('open')} close={keys('close')}>
        <Keys />
      </QueueKeys>
    </>
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

async function Keys() {
  const t = await getTranslations('review.keys')
  const keys = [
    ['j', t('next')],
    ['k', t('previous')],
    ['Enter', t('enter')],
    ['?', t('help')],
  ]
  return (
    <>
      <h2 id="queue-keys-title" className="mb-4 text-lg">
        {t('title')}
      </h2>
      <dl className="mb-5 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, label]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-line-strong bg-raised px-2 py-0.5 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
