/** The nearest-rank percentile: the smallest value that at least this share of all does not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  return sorted(values)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN
}

/** The median of `values`; of an even number, the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const ranked = sorted(values)
  const middle = ranked.length / 2
  return ((ranked[Math.ceil(middle) - 1] ?? 0) + (ranked[Math.floor(middle)] ?? 0)) / 2
}

/** The widest distance from the median, as a share of it: how far to trust a figure. */
export function spread(values: readonly number[]): number {
  const middle = median(values)
  return Math.max(...values.map((value) => Math.abs(value - middle))) / middle
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((one, other) => one - other)
}
