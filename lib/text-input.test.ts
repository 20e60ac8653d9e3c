import { expect, test } from 'vitest'
import { refused } from '@/lib/result'
import { newApplicationSchema } from './applications/schema'
import { reasonSchema } from './developers/reason'
import { readDocumentName } from './documents/name'
import { codeSchema, confirmationSchema, emailAddressSchema, passkeyNameSchema } from './identity/schema'
import { isDisguised } from './text-input'

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
