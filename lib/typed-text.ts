/**
 * The maximum length of a text as typed, before anything looks at it. Normalising takes time by the square of the
 * combining marks in a row, as trimming by a pattern does of blanks, and a form may hold 512 kB of either: minutes in
 * which a portal serves no one.
 * @param characters how many the text may have when normalised
 * @returns UTF-16 units: four for each, as some characters have two and accents may be typed apart from their letters
 */
export function maxTypedLength(characters: number): number {
  return 4 * characters
}
