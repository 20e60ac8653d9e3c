import { ChevronDown, Menu } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { listStaffPages, type StaffPage, staffPath } from '@/components/staff-pages'
import { PageLink } from '@/components/ui/page-link'
import { countAwaitingApproval } from '@/lib/developers/directory'
import { countUnsent } from '@/lib/mail/outbox'
import { countWaitingRequests } from '@/lib/requests/queries'
import { countOpenAlerts } from '@/lib/usage/open-alerts'
import { countWaiting } from '@/lib/validation/queue'

type Counts = Partial<Record<StaffPage, number>>
type Props = { current: StaffPage; administers: boolean; children: ReactNode }

/** A page of administration or review, next to the rail that leads to the others. */
export async function StaffFrame({ current, administers, children }: Props) {
  const t = await getTranslations('administration.nav')
  const review = await getTranslations('review')
  const counts = await countWhatWaits(administers)
  const groups = listStaffPages(administers)
  return (
    <div className="wide-page grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <nav aria-label={administers ? t('label') : review('title')} className="no-print lg:sticky lg:top-4">
        <details className="rail rounded-xl border border-line bg-surface lg:border-0 lg:bg-transparent">
          <summary className="flex min-h-11 items-center gap-2 px-3 font-medium text-sm supports-[selector(::details-content)]:lg:hidden">
            <Menu className="size-4 shrink-0 text-muted" aria-hidden="true" />
            {t(current)}
            <Count count={Object.values(counts).reduce((sum, count) => sum + count, 0)} />
            <ChevronDown className="ml-auto size-4 shrink-0 text-muted" aria-hidden="true" />
          </summary>
          <div className="grid gap-3 p-2 pt-0 lg:p-0">
            {administers && (
              <ul>
                <Item page="overview" {...{ current, counts }} />
              </ul>
            )}
            {groups.map(([group, pages]) => (
              <div key={group}>
                <p id={`rail-${group}`} className="px-3 py-1 font-semibold text-muted text-xs">
                  {t(`groups.${group}`)}
                </p>
                <ul aria-labelledby={`rail-${group}`}>
                  {pages.map((page) => (
                    <Item key={page} {...{ page, current, counts }} />
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </details>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

async function Item({ page, current, counts }: { page: StaffPage; current: StaffPage; counts: Counts }) {
  const t = await getTranslations('administration.nav')
  return (
    <li>
      <PageLink
        href={staffPath(page)}
        aria-current={page === current ? 'page' : undefined}
        className="flex min-h-10 items-center justify-between gap-2 rounded-lg px-3 text-muted text-sm hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink lg:min-h-7.5"
      >
        {t(page)}
        <Count count={counts[page] ?? 0} />
      </PageLink>
    </li>
  )
}

async function Count({ count }: { count: number }) {
  const t = await getTranslations('administration.nav')
  const format = await getFormatter()
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent-soft px-2 font-medium text-ink text-xs leading-5 tabular-nums">
      {format.number(count)}
      <span className="sr-only"> {t('waiting')}</span>
    </span>
  )
}

/** The number of things on each page that wait for someone. */
async function countWhatWaits(administers: boolean): Promise<Counts> {
  const [submissions, requests] = await Promise.all([countWaiting(), countWaitingRequests()])
  const queue = submissions.waiting + requests
  if (!administers) return { queue }
  const [developers, alerts, outbox] = await Promise.all([
    countAwaitingApproval(),
    countOpenAlerts(),
    countUnsent(),
  ])
  return { queue, developers, alerts, outbox }
}
