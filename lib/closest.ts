import { distance } from 'fastest-levenshtein'

/**
 * The name that someone probably meant: at most two typing errors away (a third of a short name).
 * @returns null when nothing is that close
 */
export function closest(typed: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, errors: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.errors - other.errors)
  const [best] = ranked
  return best && best.errors <= Math.min(2, Math.floor(best.name.length / 3)) ? best.name : null
}
