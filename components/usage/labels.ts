import type { useFormatter } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { createAxisFormatter } from '@/components/chart/series'
import { getLocale } from '@/i18n/current-locale'
import type { UsagePoint } from '@/lib/usage/schema'

/** Formats counts, shares, latency and times in the reader's language. */
export async function createUsageFormatter() {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const write = createAxisFormatter(await getLocale(), 60)
  const ms = (value: number | null) =>
    value === null ? { value: t('totals.none') } : { value: format.number(value), unit: 'ms' }
  return {
    ms,
    latency: (value: number | null) => Object.values(ms(value)).join(' '),
    count: (value: number) => format.number(value),
    percent: (share: number) => ({
      value: format.number(share * 100, { maximumFractionDigits: decimalsOf(share) }),
      unit: '%',
    }),
    span: (from: Date, to: Date) => write.span(from.getTime() / 1000, to.getTime() / 1000),
  }
}

type Counts = Pick<UsagePoint, 'succeeded' | 'refused' | 'limited' | 'failed'>

export function callsOf({ succeeded, refused, limited, failed }: Counts): number {
  return succeeded + refused + limited + failed
}

type Format = Pick<ReturnType<typeof useFormatter>, 'number'>

/** A small share keeps a decimal, so that it is not taken for none. */
const decimalsOf = (share: number) => (share < 0.1 ? 1 : 0)

/** A share from 0 to 1 as a percentage. */
export function formatShare(format: Format, share: number): string {
  return format.number(share, { style: 'percent', maximumFractionDigits: decimalsOf(share) })
}

/** A count; a long one in short, so that it fits into a card. */
export function formatCount(format: Format, count: number): string {
  const notation = count < 100_000 ? 'standard' : 'compact'
  return format.number(count, { notation, maximumFractionDigits: 1 })
}
