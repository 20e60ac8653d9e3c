import { getFormatter, getTranslations } from 'next-intl/server'
import { latencyBounds, type UsagePoint } from '@/lib/usage/schema'
import type { RangeName } from './range'

/** Formats counts, shares, latency and time in the reader's language; times are UTC. */
export async function usageWording(range: RangeName) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const latency = (bound: number | null) => {
    if (bound === null) return t('totals.none')
    const last = latencyBounds[latencyBounds.length - 1] ?? 0
    return bound > last
      ? t('latency.above', { ms: format.number(last) })
      : t('latency.within', { ms: format.number(bound) })
  }
  return {
    latency,
    count: (value: number) => format.number(value),
    share: (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 }),
    step: (at: Date) => format.dateTime(at, range === 'month' ? 'chartDay' : 'chartTime'),
    stepFormat: range === 'month' ? ('date' as const) : ('moment' as const),
  }
}

export type UsageWording = Awaited<ReturnType<typeof usageWording>>

type Counts = Pick<UsagePoint, 'succeeded' | 'refused' | 'limited' | 'failed'>

export function errorsOf({ refused, limited, failed }: Omit<Counts, 'succeeded'>): number {
  return refused + limited + failed
}

export function callsOf(counts: Counts): number {
  return counts.succeeded + errorsOf(counts)
}
