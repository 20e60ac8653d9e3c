import type { Metadata } from 'next'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { Refresh } from '@/components/ui/refresh'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { listPublishedAnnouncements } from '@/lib/announcements/queries'
import { now } from '@/lib/clock'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { findLateBalances } from '@/lib/feed/queries'
import { findStatus } from '@/lib/status/queries'
import type { ServiceStatus } from '@/lib/status/schema'
import { localised } from '@/lib/translations'
import { Announcements, phaseOf } from './announcements'
import { Outages } from './outages'
import { Legend, ServiceRow } from './service-row'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('status')
  const types = {
    'application/atom+xml': '/announcements.atom',
    'application/feed+json': '/announcements.json',
  }
  return { title: t('title'), description: t('lead'), alternates: { types } }
}

/** The public status of the service, now and in the past: words and minutes only, no internal details. */
export default async function StatusPage() {
  const expected = getSettings().FEED_EXPECTED_SECONDS
  const [status, announcements, late] = await Promise.all([
    findStatus(),
    listPublishedAnnouncements(),
    expected ? findLateBalances(databasePool(), expected) : null,
  ])
  return (
    <div className="mx-auto max-w-220">
      <Refresh seconds={60} />
      <Verdict
        status={status}
        current={announcements.filter((each) => phaseOf(each) === 'current')}
        late={late}
      />
      <ul className="grid gap-6">
        {status.map((each) => (
          <ServiceRow key={each.service} status={each} />
        ))}
      </ul>
      <Legend />
      <Outages status={status} />
      <Announcements announcements={announcements} />
    </div>
  )
}

type VerdictProps = {
  status: ServiceStatus[]
  current: Announcement[]
  late: Awaited<ReturnType<typeof findLateBalances>>
}

/** The worst of what the checks say and what was announced: an incident may be one that no check sees. */
async function Verdict({ status, current, late }: VerdictProps) {
  const t = await getTranslations('status')
  const locale = await getLocale()
  const matters = current.filter(({ kind }) => kind === 'incident' || kind === 'maintenance')
  const checkedAt = lastCheck(status)
  return (
    <div className="pb-9">
      {/* Around the heading: a status within it would leave the heading without a name. */}
      <div role="status">
        <h1 className="text-[2.125rem] leading-[2.375rem] tracking-[-0.034em] sm:text-[2.75rem] sm:leading-12">
          {await sayWorst(status, matters, late !== null)}
        </h1>
      </div>
      <div className="mt-3 grid justify-items-start gap-1 text-muted">
        {matters.map((each) => (
          <TextLink key={each.id} href={`/announcements/${each.id}`}>
            {localised(each, 'title', locale)}
          </TextLink>
        ))}
        {late?.newestAsOf && (
          <p>{t.rich('newestBalance', { when: () => <Moment at={late.newestAsOf as Date} /> })}</p>
        )}
        <p>
          {t('lead')} {checkedAt && t.rich('lastCheck', { when: () => <Moment at={checkedAt} /> })}
        </p>
      </div>
    </div>
  )
}

async function sayWorst(status: ServiceStatus[], matters: Announcement[], isLate: boolean): Promise<string> {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const checkedAt = lastCheck(status)
  if (!checkedAt) return t('never')
  if (status.some(({ state }) => state === 'unknown'))
    return t('unknown', { minutes: Math.floor((now().getTime() - checkedAt.getTime()) / 60_000) })
  const down = status.filter(({ state }) => state === 'down').map(({ service }) => t(`service.${service}`))
  if (down.length === status.length) return t('allDown')
  if (down.length > 0) return t('someDown', { names: format.list(down), count: down.length })
  for (const kind of ['incident', 'maintenance'] as const) {
    const first = matters.find((each) => each.kind === kind)
    if (first) return t(kind, { title: localised(first, 'title', await getLocale()) })
  }
  return t(isLate ? 'balancesLate' : 'allReady')
}

function lastCheck(status: ServiceStatus[]): Date | null {
  return status.reduce<Date | null>(
    (last, { checkedAt }) => (checkedAt && (!last || checkedAt > last) ? checkedAt : last),
    null,
  )
}
