import { getFormatter, getTranslations } from 'next-intl/server'
import type { UsagePoint } from '@/lib/usage/schema'

/** Formats counts, shares and latency in the reader's language. */
export async function usageWording() {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  return {
    latency: (ms: number | null) =>
      ms === null ? t('totals.none') : t('calls.ms', { ms: format.number(ms) }),
    count: (value: number) => format.number(value),
    share: (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 }),
  }
}

export type UsageWording = Awaited<ReturnType<typeof usageWording>>

type Counts = Pick<UsagePoint, 'succeeded' | 'refused' | 'limited' | 'failed'>

export function callsOf({ succeeded, refused, limited, failed }: Counts): number {
  return succeeded + refused + limited + failed
}
