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

type Props = {
  health: {
    mood: keyof typeof tones
    day: Usage
    lately: Usage
    points: UsagePoint[]
    lastCallAt: Date | null
  }
  /** Set of an active application. */
  activeSince?: Date
  /** At the end of the line. */
  children?: ReactNode
}

/** How an application is doing: the judgement, then the evidence. */
export async function HealthLine({ health, activeSince, children }: Props) {
  const { mood, day, lately, points, lastCallAt } = health
  const t = await getTranslations('usage.health')
  const format = await getFormatter()
  const shown = mood === 'recovered' ? day : lately
  const hours = new Set(points.filter(({ limited }) => limited > 0).map(({ at }) => at.getUTCHours())).size
  const isLimited = mood !== 'failing' && hours > 0 && day.limited * 2 > day.errors
  const counts = { calls: callsOf(lately), errors: lately.errors }
  return (
    <StateLine
      tone={tones[mood]}
      title={isLimited ? t('limited.title', { hours }) : t(`${mood}.title`)}
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
