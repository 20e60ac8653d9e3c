import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { DateTime } from '@/components/ui/date-time'
import { StateLine } from '@/components/ui/state-line'
import type { Usage, UsagePoint } from '@/lib/usage/schema'
import { callsOf, formatShare } from './labels'

const tones = {
  failing: 'danger',
  errors: 'warning',
  recovered: 'warning',
  fine: 'success',
  calm: 'success',
  quiet: 'neutral',
} as const

type Health = {
  mood: keyof typeof tones
  day: Usage
  lately: Usage
  points: UsagePoint[]
  lastCallAt: Date | null
}
type Props = {
  health: Health
  /** Set of an active application. */
  activeSince?: Date
  /** At the end of the line. */
  children?: ReactNode
}

/** In how many hours of the day it was over its limit, if that is what the line is about; otherwise 0. */
export function hoursOverLimit({ mood, day, points }: Omit<Health, 'lately' | 'lastCallAt'>): number {
  if (mood === 'failing' || day.limited * 2 <= day.errors) return 0
  return new Set(points.filter(({ limited }) => limited > 0).map(({ at }) => at.getUTCHours())).size
}

/** How an application is doing: the judgement, then the evidence. */
export async function HealthLine({ health, activeSince, children }: Props) {
  const { mood, day, lately, lastCallAt } = health
  const t = await getTranslations('usage.health')
  const format = await getFormatter()
  const shown = mood === 'recovered' ? day : lately
  const hours = hoursOverLimit(health)
  const counts = { calls: callsOf(lately), errors: lately.errors }
  return (
    <StateLine
      tone={tones[mood]}
      title={hours > 0 ? t('limited.title', { hours }) : t(`${mood}.title`)}
      act={children}
    >
      {t(`${mood}.body`, {
        ...counts,
        share: formatShare(format, shown.errors / Math.max(1, callsOf(shown))),
      })}{' '}
      {lastCallAt && t.rich('last', { at: () => <DateTime at={lastCallAt} as="relative" /> })}{' '}
      {activeSince && <ActiveSince at={activeSince} />}
    </StateLine>
  )
}

/** The state of an application that can be called, within a sentence about it. */
export async function ActiveSince({ at }: { at: Date }) {
  const t = await getTranslations('usage.health')
  return t.rich('active', { state: (text) => <span>{text}</span>, at: () => <DateTime at={at} as="day" /> })
}
