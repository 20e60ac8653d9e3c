/** Numbers that look random and are the same in every demo. */
export type Random = {
  /** from 0 to 1 */
  next(): number
  /** how often something happens that is expected so often */
  count(expected: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** Mulberry32, a generator with 32 bits of state: enough for invented traffic, and for nothing secret. */
export function createRandom(seed: number): Random {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    count: (expected) => Math.max(0, Math.floor(expected + (2 * next() - 1) * Math.sqrt(expected) + next())),
    pick: (values) => values[Math.floor(next() * values.length)] as never,
  }
}
