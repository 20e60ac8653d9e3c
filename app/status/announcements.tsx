import { getTranslations } from 'next-intl/server'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'
import { useMomentWriter } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { now } from '@/lib/clock'
import { localised } from '@/lib/translations'

/** What is to come, is going on and was, the latest first, and where to subscribe to it. */
export async function Announcements({ announcements }: { announcements: Announcement[] }) {
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

export function phaseOf({ startsAt, endsAt }: Announcement): 'scheduled' | 'current' | 'past' {
  if (startsAt > now()) return 'scheduled'
  return endsAt && endsAt <= now() ? 'past' : 'current'
}

const dots = {
  scheduled: 'border-line-strong border-dashed bg-canvas',
  current: 'border-warning bg-warning ring-3 ring-warning-soft',
  past: 'border-success bg-success',
  lasting: 'border-line-strong bg-canvas',
}
const kinds = { scheduled: 'text-info', current: 'text-warning', past: 'text-muted', lasting: 'text-muted' }

async function Entry({ announcement }: { announcement: Announcement }) {
  const t = await getTranslations('announcements')
  const locale = await getLocale()
  const { id, kind } = announcement
  const phase = phaseOf(announcement)
  // A change or a deprecation goes on for good, which is no news.
  const look = phase === 'current' && kind !== 'incident' && kind !== 'maintenance' ? 'lasting' : phase
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
      <p className="text-muted text-xs leading-6 sm:text-right">
        <When announcement={announcement} />
      </p>
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
    </li>
  )
}

/** Its day, and on the next line its hours; what ends on another day has that instead. */
function When({ announcement: { startsAt, endsAt } }: { announcement: Announcement }) {
  const write = useMomentWriter()
  const day = write(startsAt, 'date')
  const lastDay = endsAt && write(endsAt, 'date')
  return (
    <>
      <time dateTime={startsAt.toISOString()} className="mr-1.5 font-medium text-ink sm:mr-0 sm:block">
        {lastDay && lastDay !== day ? `${day}\u00a0–` : day}
      </time>
      {lastDay && lastDay !== day ? lastDay : write(startsAt, 'time', endsAt)}
    </>
  )
}
