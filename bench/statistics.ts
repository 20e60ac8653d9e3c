/** The middle of `values`; of an even number, the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The widest distance from the median, as a share of it: how far to trust a figure. */
export function spread(values: number[]): number {
  const middle = median(values)
  return Math.max(...values.map((value) => Math.abs(value - middle))) / middle
}

/** How a table begins: of how many rounds its figures are, and how long one was. */
export function describeRounds(rounds: number, seconds: number, kind = ''): string {
  return rounds === 1 ? `one round of ${seconds} s` : `medians of ${rounds} ${kind}rounds of ${seconds} s`
}
