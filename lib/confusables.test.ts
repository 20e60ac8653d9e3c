import { describe, expect, test } from 'vitest'
import { confusableKey, findForeignScripts } from './confusables'

describe('a resemblance key', () => {
  test.each([
    ['Cyrillic', 'SN-DKR-2026-\u0412-1234'],
    ['Greek', 'SN-DKR-2026-\u0392-1234'],
    ['Cherokee', 'SN-DKR-2026-\u13f4-1234'],
    ['small Cyrillic', 'sn-dkr-2026-\u0432-1234'],
    ['Arabic digits', 'SN-DKR-2026-B-\u0661\u0662\u0663\u0664'],
    ['Devanagari digits', 'SN-DKR-2026-B-\u0967\u0968\u0969\u096a'],
    ['mathematical digits', 'SN-DKR-2026-B-\u{1d7cf}\u{1d7d0}\u{1d7d1}\u{1d7d2}'],
    ['wide', '\uff33\uff2e-DKR-2026-B-1234'],
    ['small', 'sn-dkr-2026-b-1234'],
    ['other separators', 'SN DKR.2026/B:1234'],
    ['letters that look like separators', 'SN\u02cdDKR\u0640 2026-B-1234\ua717'],
    ['a small L for the digit', 'SN-DKR-2026-B-l234'],
    ['a capital I for the digit', 'SN-DKR-2026-B-I234'],
    ['an O for the digit', 'SN-DKR-2O26-B-1234'],
    ['an invisible character', 'SN-DKR-2026-\u200bB-1234'],
  ])('is the same: %s', (_what, text) => {
    expect(confusableKey(text)).toBe(confusableKey('SN-DKR-2026-B-1234'))
  })

  test.each(['SN-DKR-2026-B-01234', 'SN-DKR-2026-B-1235', 'SN-DKR-2026-C-1234', 'SN-DKR-2026-8-1234'])(
    'is another: %s',
    (text) => {
      expect(confusableKey(text)).not.toBe(confusableKey('SN-DKR-2026-B-1234'))
    },
  )

  test('of a name depends neither on its spaces nor on case, but on its accents', () => {
    expect(confusableKey('T\u00e9ranga \u0420ay')).toBe(confusableKey('T\u00c9RANGAPAY'))
    expect(confusableKey('Teranga Pay')).not.toBe(confusableKey('T\u00e9ranga Pay'))
    expect(confusableKey('Moderna')).toBe(confusableKey('MODERNA'))
  })
})

test.each([
  ['SN-1234 \u00c9', []],
  ['SN-\u0412-1', ['Cyrl']],
  ['\u0392\u0412', ['Grek', 'Cyrl']],
  ['\u0661\u0662', ['Arab']],
  ['\u65e5\u672c', ['Hani']],
  ['\u{10330}', ['Zzzz']],
])('the scripts of %s are %j', (text, scripts) => {
  expect(findForeignScripts(text)).toEqual(scripts)
})
