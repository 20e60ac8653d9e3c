import { CircleAlert, Megaphone, TriangleAlert, Wrench } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { DateTime, useMomentWriter } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import type { Announcement } from '@/generated/prisma/client'
import { useLocale } from '@/i18n/current-locale'
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

type PeriodProps = { announcement: Pick<Announcement, 'startsAt' | 'endsAt'> }

/** From when to when; without an end, since when. */
export function AnnouncementPeriod({ announcement: { startsAt, endsAt } }: PeriodProps) {
  const t = useTranslations('announcements')
  const write = useMomentWriter()
  if (!endsAt) return <>{t.rich('since', { from: () => <DateTime at={startsAt} /> })}</>
  return <span className="tabular-nums">{write(startsAt, 'moment', endsAt)}</span>
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
            {each.endsAt && (
              <span className="text-muted">
                {t.rich('until', { to: () => <DateTime at={each.endsAt as Date} /> })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
