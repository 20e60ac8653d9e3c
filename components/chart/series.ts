/**
 * The colours of series by meaning, or by their order where they have none; as classes: literal, so that Tailwind finds
 * them.
 */
export const tones = {
  succeeded: { fill: 'fill-chart-succeeded', stroke: 'stroke-chart-succeeded' },
  refused: { fill: 'fill-chart-refused', stroke: 'stroke-chart-refused' },
  limited: { fill: 'fill-chart-limited', stroke: 'stroke-chart-limited' },
  failed: { fill: 'fill-chart-failed', stroke: 'stroke-chart-failed' },
  first: { fill: 'fill-chart-first', stroke: 'stroke-chart-first' },
  second: { fill: 'fill-chart-second', stroke: 'stroke-chart-second' },
  third: { fill: 'fill-chart-third', stroke: 'stroke-chart-third' },
} as const

export type Tone = keyof typeof tones

/** One value for each interval; null interrupts a line. */
export type Series = { label: string; tone: Tone; values: (number | null)[] }

export type ChartKind = 'bars' | 'lines'

/** The kind of the values. */
export type Unit = 'count' | 'ms'

/** Intervals of the same length: both in Unix seconds. */
export type Intervals = { start: number; step: number }

/** The lengths of the dashes and gaps of lines, in this order: they distinguish them without colours. */
export const dashes: number[][] = [[], [7, 4], [2, 3]]

/** The upper end of the axis: a number whose half is a whole number, for counts. */
export function findTop(kind: ChartKind, series: Series[]): number {
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  const sums = Array.from({ length: count }, (_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0)
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  const max = Math.max(0, ...sums)
  let top = 2
  for (let factor = 1; top < max; factor *= 10)
    for (const each of factor === 1 ? [2, 4, 6, 8, 10] : [1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10])
      if (top < max) top = each * factor
  return top
}

/** Places of a line that no neighbour joins: without a mark they can't be seen. */
export function findLonePoints(values: readonly (number | null | undefined)[]): number[] {
  const isValue = (index: number) => (values[index] ?? null) !== null
  return values.flatMap((_, index) =>
    isValue(index) && !isValue(index - 1) && !isValue(index + 1) ? [index] : [],
  )
}
