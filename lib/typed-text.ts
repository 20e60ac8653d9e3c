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

// Characters that could disguise a name as another, or break a line of a mail, a log or a terminal: controls, line and
// paragraph separators, lone surrogates, and those that change the direction of writing.
export const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Counts characters as readers and PostgreSQL do, not UTF-16 units. */
export function isAtMost(limit: number) {
  return (text: string) => [...text].length <= limit
}
