/** The median of `values`; of an even number, the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const ranked = [...values].sort((one, other) => one - other)
  const middle = ranked.length / 2
  return ((ranked[Math.ceil(middle) - 1] ?? 0) + (ranked[Math.floor(middle)] ?? 0)) / 2
}
