/**
 * The maximum length of a text as typed, before anything looks at it. Normalising takes time by the square of the
 * combining marks in a row, as trimming by a pattern does of blanks, and a form may hold 512 kB of either: minutes in
 * which a portal serves no one.
 * @param characters how many the text may have when normalised
 * @returns UTF-16 units: four for each, as some characters have two and accents may be typed apart from their letters
 */
export function maxInputLength(characters: number): number {
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

// Number signs of Arabic, Syriac and Kaithi are format characters too, but readers see them.
const marks = new RegExp(
  `(?!${shaping.source})(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}])` +
    '[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\ufffc]',
  'gu',
)
const blanks = /[\s\u0085\u2800]/g
const apiNumber = /^-?\d+(\.\d+)?$/
/** Far beyond any number of a form; formatting a longer one takes time. */
const maxNumberLength = 100

/** What a field takes; a `search` loses its marks only, and a `line` blanks at its ends as well. */
export type InputKind = 'search' | 'line' | 'url' | 'code' | 'msisdn' | 'number'

/** How the portal writes a number in the reader's language, and of an amount its currency with its decimals. */
export type NumberStyle = { write: (number: string) => string; decimals?: number; currency?: string }

export type InputRefusal = {
  reason: 'zeros' | 'foreign_digit' | 'character' | 'mark' | 'blank' | 'separators' | 'whole_separators'
  values: { character: string; code: string }
}

/** The text without what is copied along unseen: marks of direction, joiners, soft hyphens, byte order marks. */
export function removeMarks(text: string): string {
  return text.replace(marks, '')
}

/** The first character that no one sees, as `U+202A`; null if there is none. */
export function findMark(text: string): string | null {
  const mark = hidden.exec(text.replace(shaping, ''))?.[0]
  return mark === undefined ? null : writeCode(mark)
}

/**
 * Reads what a person typed or pasted, without marks, and without blanks where they mean nothing. A number is taken as
 * the API has it, or exactly as the portal writes it, with any blanks and with or without separators of thousands.
 * @param style of a number
 * @returns the text for the field's schema, which is strict, or why it is refused
 */
export function readInput(typed: string, kind: InputKind, style?: NumberStyle): string | InputRefusal {
  const text = removeMarks(typed)
  if (kind === 'search') return text
  if (kind === 'line' || kind === 'url') {
    const line = text.replace(/[\u0085\u2800]/g, ' ').trim()
    return kind === 'url' && /\s/.test(line) ? refuse('blank') : line
  }
  const dense = text.replace(blanks, '')
  if (kind === 'code') return dense
  if (kind === 'number' && style) return readNumber(dense, style)
  if (/^\+?00/.test(dense)) return refuse('zeros')
  return refuseCharacter(dense, '+') ?? dense
}

function readNumber(typed: string, { write, decimals, currency }: NumberStyle): string | InputRefusal {
  const dense = (text: string) => removeMarks(text).replace(blanks, '').replace('\u2212', '-')
  const written = (number: string) => dense(write(number))
  const sample = written('9876543210.5')
  const digits: string[] = sample.match(/\p{Nd}/gu) ?? []
  const [decimal = '.', group = ''] = sample.match(/\P{Nd}/gu)?.reverse() ?? []
  const text = dense(currency && typed.endsWith(currency) ? typed.slice(0, -currency.length) : typed)
  if (text.length > maxNumberLength) return text
  const local = Array.from(text, (character) => {
    const at = digits.indexOf(character)
    if (at >= 0) return String(9 - at)
    return character === group ? '' : character === decimal ? '.' : character
  }).join('')
  // `1.250` is both where thousands have points: a number of the API, and as the portal writes 1250.
  const isApi = apiNumber.test(text)
  // Nor is `6.000` of something that has no decimals, where it would be six.
  const isMixed = decimals === 0 && /\.(\d{3})+$/.test(text)
  if (isApi && !isMixed && (local === text || written(local) !== text)) return text
  if (apiNumber.test(local)) {
    const [whole = '', fraction = ''] = local.split('.')
    const padded = fraction.padEnd(decimals ?? 0, '0')
    const exact = written(padded ? `${whole}.${padded}` : whole)
    // What has too many decimals is for the schema to refuse; three could be thousands.
    const isClear = decimals === undefined || fraction.length <= decimals || fraction.length % 3 !== 0
    if (isClear && [exact, exact.replaceAll(group, '')].includes(text)) return local
  }
  const refused = refuseCharacter(text, `-.,${group}${decimal}${digits.join('')}`)
  // A word is for the schema to refuse, which says what it expects.
  if (refused || /[A-Za-z]/.test(text) || text === '') return refused ?? text
  return refuse(decimals === 0 ? 'whole_separators' : 'separators')
}

/** Names the first character that is neither `allowed` nor a letter or digit of English. */
function refuseCharacter(text: string, allowed: string): InputRefusal | null {
  const character = Array.from(text).find((each) => !/[0-9A-Za-z]/.test(each) && !allowed.includes(each))
  if (character === undefined) return null
  if (hidden.test(character)) return refuse('mark', character)
  return refuse(/\p{Nd}/u.test(character) ? 'foreign_digit' : 'character', character)
}

function refuse(reason: InputRefusal['reason'], character = ''): InputRefusal {
  return { reason, values: { character, code: character && writeCode(character) } }
}

/** A character as `U+202A`. */
export function writeCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Any origin: only what a browser makes of the path matters. */
const origin = 'https://portal.invalid'

/**
 * What a browser makes of a path on this portal; null if it would end up elsewhere. The result is checked as well as
 * the input: parsing (WHATWG URL) turns `/.//host`, `/x/..//host` and `/%2e//host` into `//host`, which names another
 * site although the origin was ours when it was parsed.
 * @param asked anything but a path with a single leading slash, without backslashes and control characters, is refused
 */
export function findPortalPath(asked: string): string | null {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked) || !URL.canParse(asked, origin)) return null
  const parsed = new URL(asked, origin)
  if (parsed.origin !== origin || parsed.pathname.startsWith('//')) return null
  return parsed.pathname + parsed.search + parsed.hash
}
