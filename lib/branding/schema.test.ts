import { expect, test } from 'vitest'
import { mailtoLink } from '@/components/format'
import { initialOf, usesDefaultLogo } from './default-logo'
import { brandingSchema, guichetBranding } from './schema'

const form = { productName: 'Teranga Pay', accentColour: '#7A1FA2 ' }

function issues(change: object): string[] {
  return brandingSchema.safeParse({ ...form, ...change }).error?.issues.map(({ message }) => message) ?? []
}

test('texts are trimmed and normalised; what is left out is empty', () => {
  expect(brandingSchema.parse({ ...form, productName: '  Pe\u0301pite  ' })).toEqual({
    productName: 'Pépite',
    operatorName: '',
    supportEmail: '',
    accentColour: '#7a1fa2',
    termsUrl: '',
    privacyUrl: '',
    imprintUrl: '',
  })
})

const wrong: [object, string][] = [
  [{ productName: ' ' }, 'productName_required'],
  [{ productName: 'x'.repeat(41) }, 'productName_long'],
  [{ productName: `a${'\u0301'.repeat(30_000)}` }, 'productName_long'],
  [{ productName: 'Pay\r\nBcc: a@evil.example' }, 'productName_unsafe'],
  [{ productName: 'Pay\u202eyap' }, 'productName_unsafe'],
  [{ productName: '\u200b' }, 'productName_unsafe'],
  [{ operatorName: 'x'.repeat(101) }, 'operatorName_long'],
  [{ operatorName: 'a\u0000b' }, 'operatorName_unsafe'],
  [{ supportEmail: 'help' }, 'supportEmail_wrong'],
  [{ supportEmail: 'a@example.com\nBcc: b@example.com' }, 'supportEmail_wrong'],
  [{ supportEmail: 'a@example.com, b@example.com' }, 'supportEmail_wrong'],
  [{ accentColour: 'teal' }, 'accentColour_wrong'],
  [{ accentColour: '#fff' }, 'accentColour_wrong'],
  [{ accentColour: '#12345g' }, 'accentColour_wrong'],
  ...[
    'http://example.com',
    '//evil.example',
    '/.//evil',
    '/x/..//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https:evil.example',
    'https://',
    'https://user:password@example.com',
    'https://exa mple.com',
    'ftp://example.com',
    'example.com',
    `https://example.com/${'x'.repeat(500)}`,
  ].map((termsUrl) => [{ termsUrl }, 'url_wrong'] as [object, string]),
  [{ privacyUrl: '//evil.example' }, 'url_wrong'],
  [{ imprintUrl: '//evil.example' }, 'url_wrong'],
]

// ASVS 1.2.2, 1.3.11
test.each(wrong)('%j is refused: %s', (change, message) => {
  expect(issues(change)).toEqual([message])
})

test.each(['https://example.com/terms?a=b#c', '/docs', '/', '/terms/1'])('%s is a URL', (termsUrl) => {
  expect(brandingSchema.parse({ ...form, termsUrl }).termsUrl).toBe(termsUrl)
})

test('a product without a logo has its initial, as readers count letters; Guichet has its mark', () => {
  expect(initialOf('élan')).toBe('É')
  expect(initialOf('👩‍💻 Pay')).toBe('👩‍💻')
  expect(usesDefaultLogo(guichetBranding)).toBe(true)
  expect(usesDefaultLogo({ productName: 'élan', saved: true })).toBe(false)
})

test('the support address opens a mail program with nothing but a recipient', () => {
  expect(mailtoLink('a?cc=b&x@example.com')).toBe('mailto:a%3Fcc%3Db%26x@example.com')
})
