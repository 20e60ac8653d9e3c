import { describe, expect, test } from 'vitest'
import { emailAddress, maskEmailAddress } from './email-address'

function issue(typed: unknown): string | undefined {
  return emailAddress.safeParse(typed).error?.issues[0]?.message
}

describe('an e-mail address', () => {
  test.each([
    ['Awa.Diop@Example.COM', 'awa.diop@example.com'],
    ['  awa@example.com ', 'awa@example.com'],
    ["o'neil+tag@sub.example.co", "o'neil+tag@sub.example.co"],
    ['reviewer@guichet.localhost', 'reviewer@guichet.localhost'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(emailAddress.parse(typed)).toBe(kept)
  })

  test.each([
    ['full-width', 'ａwa@example.com'],
    ['full-width at sign', 'awa＠example.com'],
    ['Cyrillic а', 'аwa@example.com'],
    ['Cyrillic domain letter', 'awa@ехample.com'],
    ['Greek omicron', 'awa@gοogle.com'],
    ['ligature', 'ﬁona@example.com'],
    ['zero-width joiner', 'a\u200dwa@example.com'],
    ['right-to-left override', 'awa\u202e@example.com'],
    ['no-break space', 'awa\u00a0@example.com'],
    ['an honest accent, which could not be told apart', 'andré@example.com'],
  ])('look-alikes are refused: %s', (_name, typed) => {
    expect(issue(typed)).toBe('email_lookalike')
  })

  test.each([
    'awa',
    'awa@',
    '@example.com',
    'awa@localhost',
    'awa@example..com',
    '.awa@example.com',
    'awa@@example.com',
    'awa @example.com',
    'awa@example.com\r\nBcc: x@example.com',
    'awa\u0000@example.com',
    'awa\t@example.com',
    'awa@example.com,other@example.com',
    'Awa <awa@example.com>',
    `${'a'.repeat(65)}@example.com`,
  ])('%j is refused', (typed) => {
    expect(issue(typed)).toBe('email_invalid')
  })

  test('254 characters at most', () => {
    const domain = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example`
    expect(issue(`${'a'.repeat(254 - domain.length)}@${domain}`)).toBe('email_too_long')
  })

  test.each([[''], ['   '], [undefined], [null]])('%j is a missing one', (typed) => {
    expect(issue(typed)).toBe('email_required')
  })

  test('masked, it shows no more than its owner needs', () => {
    expect(maskEmailAddress('awa.diop@example.com')).toBe('a…@example.com')
  })
})
