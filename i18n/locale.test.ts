import { describe, expect, test } from 'vitest'
import { pickLocale } from '@/i18n/locale'

describe('pickLocale', () => {
  test.each([
    ['fr', 'en', 'fr'],
    ['en', 'fr-FR,fr;q=0.9', 'en'],
    [undefined, 'fr-SN,fr;q=0.9,en;q=0.5', 'fr'],
    [undefined, 'en;q=0.3, fr;q=0.8', 'fr'],
    [undefined, 'de-DE, es', 'en'],
    [undefined, 'fr;q=0', 'en'],
    [undefined, null, 'en'],
    ['../../etc', ';;,,q=', 'en'],
    ['', 'FR', 'fr'],
  ] as const)('cookie %o and header %o give %s', (cookie, header, expected) => {
    expect(pickLocale(cookie, header)).toBe(expected)
  })
})
