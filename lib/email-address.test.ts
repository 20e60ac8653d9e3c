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
    ['r&d@example.com', 'r&d@example.com'],
    ['user%x@example.com', 'user%x@example.com'],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['.awa@example.com', '.awa@example.com'],
    ['info@company.xn--mgbah1a3hjkrd', 'info@company.xn--mgbah1a3hjkrd'],
    ['dev@société.sn', 'dev@xn--socit-esab.sn'],
    ['dev@SOCIE\u0301TE\u0301.sn', 'dev@xn--socit-esab.sn'],
    ['dev@موريتانيا.example', 'dev@xn--mgbah1a3hjkrd.example'],
    ['awa@example.com\u00a0', 'awa@example.com'],
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
    ['full-width domain', 'awa@ｅxample.com'],
    ['ligature in the domain', 'awa@ﬁona.com'],
    ['full-width dot', 'awa@example．com'],
    ['a mark in the domain', 'awa@exa\u200dmple.com'],
    ['Cyrillic next to an accent', 'andr\u00e9\u0430@example.com'],
  ])('look-alikes are refused: %s', (_name, typed) => {
    expect(issue(typed)).toBe('email_lookalike')
  })

  test.each(['andré@example.com', 'andre\u0301@example.com', 'ANDR\u00c9@société.sn'])(
    'an accent before the @ has its own message: %s',
    (typed) => {
      expect(issue(typed)).toBe('email_accent')
    },
  )

  test.each([
    'awa',
    'andré',
    'awa@',
    '@example.com',
    'awa@localhost',
    'awa@example..com',
    'awa@example.com.',
    'awa@-example.com',
    'awa@127.0.0.1',
    'awa@example.123',
    '=?utf-8?q?awa?=@example.com',
    'awa@@example.com',
    'awa@example.com:25',
    'awa@example.com/x',
    'awa@[127.0.0.1]',
    '"awa"@example.com',
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
