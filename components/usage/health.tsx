import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Moment } from '@/components/ui/moment'
import type { Usage, UsagePoint } from '@/lib/usage/schema'
import { writeShare } from './short'
import { callsOf } from './wording'

const moods = {
  failing: 'bg-danger ring-danger-soft',
  errors: 'bg-warning ring-warning-soft',
  recovered: 'bg-warning ring-warning-soft',
  fine: 'bg-success ring-success-soft',
  calm: 'bg-success ring-success-soft',
  quiet: 'bg-line-strong ring-raised',
} as const

type Props = {
  health: {
    mood: keyof typeof moods
    day: Usage
    lately: Usage
    points: UsagePoint[]
    lastCallAt: Date | null
  }
  /** At the end of the line. */
  children?: ReactNode
}

/** How an application is doing: the judgement, then the evidence. */
export async function HealthLine({ health: { mood, day, lately, points, lastCallAt }, children }: Props) {
  const t = await getTranslations('usage.health')
  const format = await getFormatter()
  const shown = mood === 'recovered' ? day : lately
  const hours = new Set(points.filter(({ limited }) => limited > 0).map(({ at }) => at.getUTCHours())).size
  const isLimited = mood !== 'failing' && hours > 0 && day.limited * 2 > day.errors
  const counts = { calls: callsOf(lately), errors: lately.errors }
  return (
    <div className="flex min-h-7 flex-wrap items-baseline gap-x-3 gap-y-2">
      <span
        aria-hidden="true"
        className={classNames('ml-1 size-2 shrink-0 rounded-full ring-4', moods[mood])}
      />
      <div className="flex min-w-0 flex-[1_1_18rem] flex-wrap items-baseline gap-x-2">
        <h2 className="text-subject">{isLimited ? t('limited.title', { hours }) : t(`${mood}.title`)}</h2>
        <p className="text-muted text-sm">
          {t(`${mood}.body`, {
            ...counts,
            share: writeShare(format, shown.errors / Math.max(1, callsOf(shown))),
          })}{' '}
          {lastCallAt && t.rich('last', { at: () => <Moment at={lastCallAt} as="relative" /> })}
        </p>
      </div>
      {children && <div className="no-print flex sm:ml-auto flex-wrap items-center gap-3">{children}</div>}
    </div>
  )
}
