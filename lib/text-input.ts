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

// Of a text that only programs read. Two different lone surrogates are the same character in UTF-8, and so have the
// same hash.
export const garbled = /[\p{Cc}\p{Cs}]/u

// All characters that no one sees, or that no font has: also blanks among letters and symbols, of Braille,
// music, Egyptian and Khitan, and the place of an object.
export const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{NChar}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u

// Those that change how their neighbours look: variants and sequences of emoji (UTS #51), and joiners between
// letters and vowel signs of scripts that are written with them, as in Persian or Sinhala (RFC 5892, A.1 and
// A.2).
const joining =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}' +
  '\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]'
const shaping = new RegExp(
  [
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '\\ufe0f(?=\\u20e3)',
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  ].join('|'),
  'gu',
)

/** Whether a name has characters that no one sees, or that could disguise it: {@link unsafe} ones, and more. */
export function isDisguised(name: string): boolean {
  return hidden.test(name.replace(shaping, ''))
}

export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Counts characters as readers and PostgreSQL do, not UTF-16 units. */
export function isAtMost(limit: number) {
  return (text: string) => [...text].length <= limit
}
