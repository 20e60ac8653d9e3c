import { ClipboardCheck, Files, Quote } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
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

type Props = { searchParams: Promise<Query> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review'))('title') }
}

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
            <Badge tone="accent">{t('waiting', { count: counts.waiting })}</Badge>
            {counts.overdue > 0 && (
              <Badge tone="danger">{t('overdueCount', { count: counts.overdue })}</Badge>
            )}
          </>
        }
        actions={
          reviewer.role === 'administrator' && (
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
          )
        }
      >
        {t('lead')}
      </PageHeader>
      <FilterForm filter={filter} />
      {entries.length === 0 ? (
        <Empty plain={filterUrl(filter) === '/review'} />
      ) : (
        <QueueTable entries={entries} />
      )}
      <Pagination
        page={filter.page}
        pages={Math.ceil(total / queuePageSize)}
        href={(page) => filterUrl(filter, page)}
      />
      <QueueKeys
        labels={{
          open: keys('open'),
          title: keys('title'),
          next: keys('next'),
          previous: keys('previous'),
          enter: keys('enter'),
          help: keys('help'),
          close: keys('close'),
        }}
      />
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
