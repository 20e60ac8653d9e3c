import type { useFormatter } from 'next-intl'

type Format = Pick<ReturnType<typeof useFormatter>, 'number'>

/** A share from 0 to 1 as a percentage; a small one keeps a decimal, so that it is not taken for none. */
export function formatShare(format: Format, share: number): string {
  return format.number(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
}

/** A count; a long one in short, so that it fits into a card. */
export function formatCount(format: Format, count: number): string {
  const notation = count < 100_000 ? 'standard' : 'compact'
  return format.number(count, { notation, maximumFractionDigits: 1 })
}
