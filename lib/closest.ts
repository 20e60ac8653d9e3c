/**
 * The name that someone probably meant: at most two typing errors away (a third of a short name).
 * @returns null when nothing is that close
 */
export function closest(typed: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best && best.distance <= Math.min(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** Levenshtein: letters to insert, delete or replace. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[to] as number) + 1, (next[to - 1] as number) + 1))
    }
    row = next
  }
  return row[other.length] as number
}
