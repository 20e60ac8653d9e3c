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
