import unhomoglyph from 'unhomoglyph'

/** By character: the package looks through all of Unicode's table for each. At most 5,000 of them. */
const prototypes = new Map<string, string>()

/**
 * The same for texts that look alike or differ only in case, width, punctuation, spaces or the script of their decimal
 * digits. Not for showing.
 */
export function confusableKey(text: string): string {
  const folded = text.normalize('NFKC').replace(/\p{Nd}/gu, foldDigit)
  // Twice, as a capital may resemble one letter and its small form another.
  const looks = skeleton(skeleton(folded.toUpperCase()).toLowerCase()).toUpperCase()
  // Modifier letters look like punctuation: the low macron, the tatweel.
  return looks.replace(/[^\p{L}\p{N}\p{M}]|\p{Lm}/gu, '')
}

/** The skeleton of UTS #39 §4: two texts that have the same one can be confused. */
function skeleton(text: string): string {
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(visible, findPrototype).join('').normalize('NFD')
}

function findPrototype(character: string): string {
  const known = prototypes.get(character)
  if (known !== undefined) return known
  if (prototypes.size >= 5000) prototypes.clear()
  const prototype = unhomoglyph(character)
  prototypes.set(character, prototype)
  return prototype
}

/** Decimal digits are in runs from 0 to 9 (Unicode Standard, §4.6). */
function foldDigit(digit: string): string {
  let before = 0
  const code = digit.codePointAt(0) ?? 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

/** Scripts in modern use (UAX #31, tables 5 and 7) but Latin, by their codes in ISO 15924. */
const scripts = (
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Mlym Mymr Orya Sinh ' +
  'Taml Telu Thaa Thai Tibt Adlm Bali Bamu Batk Cakm Cans Cham Cher Java Kali Lana Lepc Limb Lisu Mand Mong Mtei Newa ' +
  'Nkoo Olck Osge Rohg Saur Sund Sylo Syrc Tale Talu Tavt Tfng Vaii Yiii'
)
  .split(' ')
  .map((code) => ({ code, pattern: new RegExp(`\\p{scx=${code}}`, 'u') }))

/** The scripts of letters and digits that are not Latin: codes in ISO 15924, `Zzzz` for any other script. */
export function findForeignScripts(text: string): string[] {
  const foreign = text.match(/(?![0-9\p{scx=Latn}])[\p{L}\p{Nd}]/gu) ?? []
  const codes = foreign.map(
    (character) => scripts.find(({ pattern }) => pattern.test(character))?.code ?? 'Zzzz',
  )
  return [...new Set(codes)]
}
