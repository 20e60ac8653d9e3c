import { CircleAlert, Megaphone, TriangleAlert, Wrench } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Badge } from '@/components/ui/badge'
import { DateTime, useMomentWriter } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import type { Announcement } from '@/generated/prisma/client'
import { useLocale } from '@/i18n/current-locale'
import { endOf } from '@/lib/announcements/schema'
import { localised } from '@/lib/translations'

const looks = {
  maintenance: { tone: 'info', Icon: Wrench },
  incident: { tone: 'danger', Icon: CircleAlert },
  change: { tone: 'neutral', Icon: Megaphone },
  deprecation: { tone: 'warning', Icon: TriangleAlert },
} as const

type BadgeProps = Pick<Announcement, 'kind'> & {
  /** In the language of other readers than this one. */
  name?: string
  isOver?: boolean
}

export function KindBadge({ kind, name, isOver }: BadgeProps) {
  const t = useTranslations('announcements.kinds')
  const { tone, Icon } = looks[kind]
  return (
    <Badge tone={isOver ? 'neutral' : tone} icon={<Icon aria-hidden="true" />}>
      {name ?? t(kind)}
    </Badge>
  )
}

type Period = Pick<Announcement, 'startsAt' | 'endsAt' | 'sunsetOn'>

/** From when to when; without an end, since when. */
export function AnnouncementPeriod({ announcement }: { announcement: Period }) {
  const { startsAt } = announcement
  const end = endOf(announcement)
  const t = useTranslations('announcements')
  const write = useMomentWriter()
  if (!end) return <>{t.rich('since', { from: () => <DateTime at={startsAt} /> })}</>
  return <span className="tabular-nums">{write(startsAt, 'moment', end)}</span>
}

/** Of what is to come, is going on, is over, and of what stays for good. */
const dots = {
  scheduled: 'border-line-strong border-dashed bg-canvas',
  current: 'border-warning bg-warning ring-3 ring-warning-soft',
  past: 'border-success bg-success',
  lasting: 'border-line-strong bg-canvas',
}

type RowProps = { look: keyof typeof dots; when: ReactNode; children: ReactNode }

/** An event of a timeline, a list: its time, a dot on the line, and what happened. */
export function TimelineRow({ look, when, children }: RowProps) {
  return (
    <li className="group relative pb-7 pl-6 sm:grid sm:grid-cols-[8.25rem_minmax(0,1fr)] sm:gap-x-9 sm:pl-0">
      <span
        aria-hidden="true"
        className="absolute top-2 -bottom-2 left-1 border-line border-l-[1.5px] group-last:hidden sm:left-[9.3rem]"
      />
      <span
        aria-hidden="true"
        className={classNames(
          'absolute top-2 left-0 size-2.5 rounded-full border-[1.5px] sm:left-[9.05rem]',
          dots[look],
        )}
      />
      <p className="text-muted text-xs leading-6 sm:text-right">{when}</p>
      {children}
    </li>
  )
}

/** Its day, and on the next line its hours; what ends on another day has that instead. */
export function EventTime({ startsAt, ...ends }: Period) {
  const write = useMomentWriter()
  const end = endOf(ends)
  const day = write(startsAt, 'date')
  const lastDay = end && write(end, 'date')
  return (
    <>
      <time dateTime={startsAt.toISOString()} className="mr-1.5 font-medium text-ink sm:mr-0 sm:block">
        {lastDay && lastDay !== day ? `${day}\u00a0–` : day}
      </time>
      {lastDay && lastDay !== day ? lastDay : write(startsAt, 'time', end)}
    </>
  )
}

/** The announcements that are current, at the top of every page. */
export function AnnouncementBanner({ announcements }: { announcements: Announcement[] }) {
  const t = useTranslations('announcements')
  const locale = useLocale()
  if (announcements.length === 0) return null
  return (
    <section aria-label={t('title')} className="no-print border-line border-b bg-raised">
      <ul className="mx-auto grid max-w-page gap-2 px-4 py-3 sm:px-6">
        {announcements.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <KindBadge kind={each.kind} />
            <Link
              href={`/announcements/${each.id}`}
              className="inline-flex min-h-6 min-w-0 items-center font-medium underline underline-offset-4 [overflow-wrap:anywhere]"
            >
              {localised(each, 'title', locale)}
            </Link>
            {endOf(each) && (
              <span className="text-muted">
                {t.rich('until', { to: () => <DateTime at={endOf(each) as Date} /> })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
