import { ChevronRight } from 'lucide-react'
import type { Metadata } from 'next'
import { getFormatter, getTranslations } from 'next-intl/server'
import { EventTime, TimelineRow } from '@/components/announcements'
import { classNames } from '@/components/class-names'
import { DateTime, useMomentWriter } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Refresh } from '@/components/ui/refresh'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { listPublishedAnnouncements, phaseOf } from '@/lib/announcements/queries'
import { now } from '@/lib/clock'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { findLateBalances } from '@/lib/feed/queries'
import { findStatus, type ServiceStatus, type StatusDay, statusDays } from '@/lib/status/service-days'
import { localised } from '@/lib/translations'

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
          <p>{t.rich('newestBalance', { when: () => <DateTime at={late.newestAsOf as Date} /> })}</p>
        )}
        <p>
          {t('lead')} {checkedAt && t.rich('lastCheck', { when: () => <DateTime at={checkedAt} /> })}
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

/** Every day with an outage, newest first. */
async function Outages({ status }: { status: ServiceStatus[] }) {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const rows = status
    .flatMap(({ service, days }) => days.map((day) => ({ service, ...day })))
    .filter(({ minutesDown }) => minutesDown > 0)
    .sort((a, b) => b.day.localeCompare(a.day))
  if (rows.length === 0) return null
  return (
    <details className="group mt-3 text-sm">
      <summary className="inline-flex min-h-6 items-center gap-1 text-muted text-xs hover:text-ink hover:underline">
        {t('outages')}
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
      </summary>
      <Table
        caption={t('outages')}
        rows={rows}
        rowKey={({ service, day }) => `${service} ${day}`}
        columns={[
          {
            label: t('day'),
            cell: ({ day }) => <DateTime at={new Date(day)} as="day" />,
          },
          { label: t('part'), plain: true, cell: ({ service }) => t(`service.${service}`) },
          { label: t('minutes'), numeric: true, cell: ({ minutesDown }) => format.number(minutesDown) },
          {
            label: t('checked'),
            numeric: true,
            cell: ({ minutesChecked }) => format.number(minutesChecked),
          },
        ]}
      />
    </details>
  )
}

/** What is to come, is going on and was, the latest first, and where to subscribe to it. */
async function Announcements({ announcements }: { announcements: Announcement[] }) {
  const t = await getTranslations('announcements')
  const latestFirst = announcements.toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
  return (
    <section id="announcements" className="mt-14">
      <div className="mb-5 flex items-baseline gap-4 text-xs">
        <h2 className="mr-auto text-xl">{t('title')}</h2>
        <TextLink href="/announcements.atom">Atom</TextLink>
        <TextLink href="/announcements.json">JSON</TextLink>
      </div>
      {announcements.length === 0 && <p className="text-muted">{t('none')}</p>}
      <ol>
        {latestFirst.map((each) => (
          <Entry key={each.id} announcement={each} />
        ))}
      </ol>
    </section>
  )
}

const kinds = { scheduled: 'text-info', current: 'text-warning', past: 'text-muted', lasting: 'text-muted' }

async function Entry({ announcement }: { announcement: Announcement }) {
  const t = await getTranslations('announcements')
  const locale = await getLocale()
  const { id, kind } = announcement
  const phase = phaseOf(announcement)
  // A change or a deprecation stays for good, which is no news.
  const look = phase === 'current' && kind !== 'incident' && kind !== 'maintenance' ? 'lasting' : phase
  return (
    <TimelineRow look={look} when={<EventTime {...announcement} />}>
      <div className="grid justify-items-start [overflow-wrap:anywhere]">
        <p className={classNames('font-medium text-xs', kinds[look])}>
          {t(`kinds.${kind}`)}
          {look !== 'lasting' && `, ${t(`phases.${phase}`, { kind })}`}
        </p>
        <h3 className="text-subject">
          <Link href={`/announcements/${id}`} className="underline-offset-4 hover:underline">
            {localised(announcement, 'title', locale)}
          </Link>
        </h3>
        <p className="line-clamp-3 max-w-155 text-muted text-sm">{localised(announcement, 'text', locale)}</p>
      </div>
    </TimelineRow>
  )
}

/** How a day is drawn: height and colour say the same. */
const looksOfDay = {
  none: { height: 8, fill: 'fill-line' },
  good: { height: 22, fill: 'fill-chart-succeeded' },
  short: { height: 29, fill: 'fill-chart-refused' },
  long: { height: 36, fill: 'fill-chart-failed' },
}
/** From here on an outage is a long one. */
const longOutageMinutes = 30

/** One service: what is wrong now, and its recent days as arches on a ledge, which the table below has in numbers. */
async function ServiceRow({ status: { service, state, days } }: { status: ServiceStatus }) {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const checked = sum(days, 'minutesChecked')
  // Rounded down, so that an outage is never shown as 100 %.
  const share = Math.floor((1 - sum(days, 'minutesDown') / checked) * 10_000) / 10_000
  const outages = days.filter(({ minutesDown }) => minutesDown > 0).length
  return (
    <li>
      <div className="mb-1 flex items-baseline gap-2.5">
        <h2 className="text-subject">{t(`service.${service}`)}</h2>
        {state !== 'ready' && (
          <p className={classNames('font-medium text-xs', state === 'down' ? 'text-danger' : 'text-muted')}>
            {t(`state.${state}`)}
          </p>
        )}
        {checked > 0 && (
          <p className="ml-auto whitespace-nowrap text-muted text-xs tabular-nums">
            {format.number(share, { style: 'percent', maximumFractionDigits: 2 })}
          </p>
        )}
      </div>
      <Strip
        days={days}
        label={t('strip', { days: statusDays, service: t(`service.${service}`), outages })}
      />
    </li>
  )
}

/** Below all rows: from when to when, and what an arch says. */
async function Legend() {
  const t = await getTranslations('status')
  const looks = ['good', 'short', 'long', 'none'] as const
  return (
    <div className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted text-xs">
      <p>{t('first', { days: statusDays })}</p>
      <ul className="flex flex-wrap gap-x-4 max-sm:order-1 max-sm:w-full">
        {looks.map((look) => (
          <li key={look} className="flex items-center gap-1.5">
            <svg
              aria-hidden="true"
              viewBox={`0 0 6 ${roomHeight}`}
              preserveAspectRatio="none"
              className="h-4 w-1.5"
            >
              <path className={looksOfDay[look].fill} d={arch(0, looksOfDay[look].height)} />
            </svg>
            {t(`legend.${look}`, { minutes: longOutageMinutes })}
          </li>
        ))}
      </ul>
      <p>{t('last')}</p>
    </div>
  )
}

const roomHeight = 36

/** A path for what is quiet, and one for each day with an outage, which says its minutes at the pointer. */
function Strip({ days, label }: { days: StatusDay[]; label: string }) {
  const write = useMomentWriter()
  const draw = (look: keyof typeof looksOfDay) =>
    days.map((day, index) => (lookOf(day) === look ? arch(index, looksOfDay[look].height) : '')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * 8 - 2} ${roomHeight}`}
      preserveAspectRatio="none"
      className="h-[39px] w-full border-(--ledge) border-b-3"
    >
      <path className={looksOfDay.none.fill} d={draw('none')} />
      <path className={looksOfDay.good.fill} d={draw('good')} />
      {days.map((each, index) => {
        if (each.minutesDown === 0) return null
        const { day, minutesDown } = each
        const { height, fill } = looksOfDay[lookOf(each)]
        return (
          <path key={day} className={fill} d={arch(index, height)}>
            <title>{`${write(new Date(day), 'day')}: ${minutesDown} min`}</title>
          </path>
        )
      })}
    </svg>
  )
}

function lookOf({ minutesChecked, minutesDown }: StatusDay): keyof typeof looksOfDay {
  if (minutesChecked === 0) return 'none'
  if (minutesDown === 0) return 'good'
  return minutesDown < longOutageMinutes ? 'short' : 'long'
}

/** Its top is a half circle where a day is 6 px wide. */
function arch(index: number, height: number): string {
  return `M${index * 8} ${roomHeight}v${3 - height}a3 3 0 0 1 6 0v${height - 3}z`
}

function sum(days: StatusDay[], which: 'minutesChecked' | 'minutesDown'): number {
  return days.reduce((total, day) => total + day[which], 0)
}
