import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refused } from '@/lib/result'
import { newApplicationSchema } from './applications/schema'
import { reasonSchema } from './developers/reason'
import { readDocumentName } from './documents/name'
import { codeSchema, confirmationSchema, emailAddressSchema, passkeyNameSchema } from './identity/schema'
import { findMark, isDisguised, readInput } from './text-input'
import { currencyDecimals } from './wallet/account-record'

// Each took seconds for this many, and minutes for as many as a form holds.
const marks = `a${'\u0301'.repeat(30_000)}${'\u0323'.repeat(30_000)}`
const blanks = `a${' '.repeat(60_000)}b`

test.each([
  ['an application’s', 'name', newApplicationSchema, 'name_too_long'],
  ['an application’s', 'description', newApplicationSchema, 'description_too_long'],
  ['an administrator’s', 'reason', reasonSchema, 'reason_too_long'],
  ['a stranger’s', 'email', emailAddressSchema, 'email_too_long'],
  ['a sign-in’s', 'code', codeSchema, 'code_wrong'],
  ['a confirmation’s', 'code', confirmationSchema, 'code_wrong'],
  ['a passkey’s', 'name', passkeyNameSchema, 'passkey_name_too_long'],
] as const)(
  '%s %s is refused immediately when far too long',
  { timeout: 10_000 },
  (_whose, field, schema, message) => {
    for (const typed of [marks, blanks]) {
      const issues = schema.safeParse({ [field]: typed }).error?.issues ?? []
      expect(issues.filter(({ path }) => path[0] === field).map((issue) => issue.message)).toEqual([message])
    }
  },
)

test('so is the name of a document', { timeout: 10_000 }, () => {
  expect(readDocumentName(marks)).toEqual(refused('long'))
})

test('which keeps no character that no one sees', () => {
  expect(readDocumentName('sta\u3164tu\u2800t\u202es.pdf')).toEqual({ ok: true, name: 'statuts.pdf' })
})

test('accents typed apart from their letters count as the letters do', () => {
  const reason = 'a\u0323\u0302'.repeat(500)
  expect(reasonSchema.parse({ reason })).toEqual({ reason: 'ậ'.repeat(500) })
})

test.each([
  ['a zero-width space', 'G\u200bX'],
  ['a soft hyphen', 'Pay\u00adment'],
  ['a word joiner', 'Pay\u2060'],
  ['a Hangul filler', 'Pay\u3164'],
  ['a variation selector after a letter', 'P\ufe0fay'],
  ['a joiner between Latin letters', 'P\u200day'],
  ['a tag', 'Pay\u{e0041}'],
  ['the blank of Braille', 'Pay\u2800'],
  ['a note without a head', '\u{1d159}'],
  ['a blank hieroglyph', 'Pay\u{13441}'],
  ['the place of an object', 'Pay\ufffc'],
  ['a character for private use', 'Pay\ue000'],
  ['a code that is no character', 'Pay\uffff'],
  ['an override of direction', 'Pay\u202e'],
])('a name is disguised by %s', (_what, name) => {
  expect(isDisguised(name)).toBe(true)
})

test.each([
  'Téranga Pay',
  'Love \u2764\ufe0f',
  '\u{1f469}\u{1f3fd}\u200d\u{1f33e} Farm',
  '1\ufe0f\u20e3',
  'می\u200cخواهم',
  'ශ්\u200dරී',
])('but not by what emoji and scripts are written with: %s', (name) => {
  expect(isDisguised(name)).toBe(false)
})

/** As `formatAmount`, for tags of which the portal has no language. */
function writeAmount(amount: string, tag: string): string {
  const minimumFractionDigits = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(tag, { minimumFractionDigits }).format(amount as `${number}`)
}

const style = (locale: string, currency?: string) => ({
  write: (number: string) => writeAmount(number, locale),
  decimals: currency ? currencyDecimals.get(currency) : 0,
  currency,
})
const read = (typed: string, locale: string, currency?: string) => {
  const result = readInput(typed, 'number', style(locale, currency))
  return typeof result === 'string' ? result : result.reason
}

test.each([
  ['1250', 'en', 'XOF', '1250'],
  ['1,250', 'en', 'XOF', '1250'],
  ['1,250', 'en', 'TND', 'separators'],
  ['1,250', 'en', 'MAD', 'separators'],
  ['1,250.000', 'en', 'TND', '1250.000'],
  ['1,250.50', 'en', 'MAD', '1250.50'],
  ['-1,250.50', 'en', 'MAD', '-1250.50'],
  ['\u22121250.50', 'en', 'MAD', '-1250.50'],
  ['12,50', 'en', 'XOF', 'whole_separators'],
  ['1.250,50', 'en', 'MAD', 'separators'],
  ['1 250', 'en', 'XOF', '1250'],
  ['1 250 000', 'fr', 'XOF', '1250000'],
  ['1\u00a0250\u202f000', 'fr', 'XOF', '1250000'],
  ['\u20681\u202f250\u202f000 XOF\u2069', 'fr', 'XOF', '1250000'],
  ['1 250,50', 'fr', 'MAD', '1250.50'],
  ['310,25', 'fr', 'MAD', '310.25'],
  ['310,25', 'en', 'MAD', 'separators'],
  ['1,250', 'fr', 'TND', '1.250'],
  ['1,250', 'fr', 'MAD', 'separators'],
  ['1,25', 'fr', 'TND', 'separators'],
  ['1.250', 'fr', 'TND', '1.250'],
  ['1250000,50', 'fr', 'XOF', '1250000.50'],
  ['1 250,50', 'pt', 'MAD', '1250.50'],
  ['1.250,50', 'pt', 'MAD', '1250.50'],
  ['1.250', 'pt', 'XOF', '1250'],
  ['1.250', 'pt', 'TND', 'separators'],
  ["1'250.50", 'de-CH', 'MAD', '1250.50'],
  ['1’250.50', 'en', 'MAD', 'character'],
  ['١٬٢٥٠٫٥٠', 'ar-EG', 'MAD', '1250.50'],
  ['١٢٥٠', 'fr', 'XOF', 'foreign_digit'],
  ['１２５０', 'en', 'XOF', 'foreign_digit'],
  ['12\u000750', 'en', 'XOF', 'mark'],
  ['6,000', 'en', undefined, '6000'],
  ['6 000', 'en', undefined, '6000'],
  ['6,000', 'fr', undefined, 'whole_separators'],
  ['6.000', 'en', undefined, 'whole_separators'],
  ['6.000', 'fr', undefined, 'whole_separators'],
  ['6.000', 'de', undefined, '6000'],
  ['1.250.000', 'fr', undefined, 'whole_separators'],
  ['1.250', 'fr', 'XOF', 'whole_separators'],
  ['1250.5', 'fr', 'XOF', '1250.5'],
  ['many', 'en', undefined, 'many'],
  ['1e3', 'en', undefined, '1e3'],
  ['9'.repeat(100_000), 'en', undefined, '9'.repeat(100_000)],
] as const)('the number %j in %s, of %s, is read as %s', (typed, locale, currency, expected) => {
  expect(read(typed, locale, currency)).toBe(expected)
})

test('a number of any size and currency is read as the portal writes it', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})$/)
  const currencies = fc.constantFrom('XOF', 'MAD', 'TND', 'CLF')
  fc.assert(
    fc.property(
      digits,
      currencies,
      fc.constantFrom('en', 'fr', 'pt', 'pt-PT', 'de', 'hi'),
      (whole, currency, locale) => {
        const decimals = currencyDecimals.get(currency) ?? 0
        const amount = decimals ? `${whole}.${'5'.repeat(decimals)}` : whole
        expect(read(`${writeAmount(amount, locale)} ${currency}`, locale, currency)).toBe(amount)
      },
    ),
  )
})

test.each([
  ['msisdn', '\u202a+221 76 000 03 05\u202c', '+221760000305'],
  ['msisdn', '221\u200b760000308\ufeff', '221760000308'],
  ['msisdn', '221\u00ad76\u2800000\u008503\u200708', '221760000308'],
  ['msisdn', '00221760000310', { reason: 'zeros', values: { character: '', code: '' } }],
  ['msisdn', '+00 221760000310', { reason: 'zeros', values: { character: '', code: '' } }],
  ['msisdn', '٢٢١٧٦٠٠٠٠٣٠٥', { reason: 'foreign_digit', values: { character: '٢', code: 'U+0662' } }],
  ['msisdn', '221-760000305', { reason: 'character', values: { character: '-', code: 'U+002D' } }],
  ['msisdn', '22176\u00070000305', { reason: 'mark', values: { character: '\u0007', code: 'U+0007' } }],
  ['msisdn', 'unknown', 'unknown'],
  ['url', '\ufeffhttps://example.com/\u200bhooks\u00a0', 'https://example.com/hooks'],
  ['url', 'https://example.com/my hooks', { reason: 'blank', values: { character: '', code: '' } }],
  ['line', '\u2066a@example.com\u2069\u3000', 'a@example.com'],
  ['code', '123\u202f456\ufe0f', '123456'],
  ['search', '\u200e abc def\u00ad ', ' abc def '],
  ['search', 'می\u200cخواهم \u2764\ufe0f \u0600', 'می\u200cخواهم \u2764\ufe0f \u0600'],
] as const)('as %s, %j is read as %j', (kind, typed, expected) => {
  expect(readInput(typed, kind)).toEqual(expected)
})

test('blanks and marks without end are read in no time', { timeout: 5000 }, () => {
  const long = `a${' \u200b'.repeat(250_000)}b`
  expect(readInput(long, 'code')).toBe('ab')
  expect(readInput(long, 'line')).toHaveLength(250_002)
})

test.each([
  ['\u202a+221760000305\u202c', 'U+202A'],
  ['221760000305\u{e0041}', 'U+E0041'],
  ['221 76\u202f000', null],
])('the mark in %j is %s', (text, mark) => expect(findMark(text)).toBe(mark))
