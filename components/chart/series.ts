/** The colours of series, as classes: literal, so that Tailwind finds them. */
export const tones = {
  accent: { fill: 'fill-accent', stroke: 'stroke-accent' },
  warning: { fill: 'fill-warning', stroke: 'stroke-warning' },
  production: { fill: 'fill-production-solid', stroke: 'stroke-production-solid' },
  danger: { fill: 'fill-danger', stroke: 'stroke-danger' },
  sandbox: { fill: 'fill-sandbox-solid', stroke: 'stroke-sandbox-solid' },
  muted: { fill: 'fill-line-strong', stroke: 'stroke-line-strong' },
} as const

export type Tone = keyof typeof tones

/** One value for each interval; null interrupts a line. */
export type Series = { label: string; tone: Tone; values: (number | null)[] }

export type ChartKind = 'bars' | 'lines'

/** The kind of the values. */
export type Unit = 'count' | 'ms'

/** Intervals of the same length: both in Unix seconds. */
export type Intervals = { start: number; step: number }

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
    for (const each of [2, 4, 6, 8, 10]) if (top < max) top = each * factor
  return top
}

/** Places of a line that no neighbour joins: without a mark they can't be seen. */
export function findLonePoints(values: readonly (number | null | undefined)[]): number[] {
  const isValue = (index: number) => (values[index] ?? null) !== null
  return values.flatMap((_, index) =>
    isValue(index) && !isValue(index - 1) && !isValue(index + 1) ? [index] : [],
  )
}
