import { expect, test } from 'vitest'
import { locales } from '@/lib/languages'
import { organisationFields } from '@/test/organisation-fields'
import { countries, countryName, listCountries } from './countries'
import { belongsTo, organisationSchema } from './schema'

const issues = (fields: Record<string, unknown>) => {
  const read = organisationSchema.safeParse({ ...organisationFields(), ...fields })
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('a record is kept as typed, but for spaces, line breaks and the scheme of the website', () => {
  const typed = { ...organisationFields(), legalName: '  Kolo SA ', website: 'www.kolo.example' }
  expect(organisationSchema.parse(typed)).toMatchObject({
    legalName: 'Kolo SA',
    registeredAddress: '12 rue Carnot\nDakar',
    website: 'https://www.kolo.example',
  })
})

test.each(['tradingName', 'taxNumber', 'website'])('%s is optional', (field) => {
  expect(issues({ [field]: '' })).toEqual([])
  expect(issues({ [field]: undefined })).toEqual([])
})

test.each([
  ['legalName', '', 'missing'],
  ['legalName', ' \u200b ', 'missing'],
  ['legalName', undefined, 'missing'],
  ['legalName', 'x'.repeat(201), 'too_long'],
  ['legalName', 'Kolo\u202eAS', 'unsafe'],
  ['legalName', 'Kolo\nSA', 'unsafe'],
  ['tradingName', 'x'.repeat(201), 'too_long'],
  ['tradingName', 'a\u0000b', 'unsafe'],
  ['country', '', 'country_missing'],
  ['country', undefined, 'country_missing'],
  ['country', 'sn', 'country_missing'],
  ['country', 'XX', 'country_missing'],
  ['registrationNumber', '', 'missing'],
  ['registrationNumber', undefined, 'missing'],
  ['registrationNumber', '<b>1</b>', 'number_wrong'],
  ['registrationNumber', '-', 'number_wrong'],
  ['registrationNumber', '1'.repeat(61), 'too_long'],
  ['taxNumber', '12;34', 'number_wrong'],
  ['taxNumber', '1'.repeat(61), 'too_long'],
  ['registeredAddress', '', 'missing'],
  ['registeredAddress', undefined, 'missing'],
  ['registeredAddress', 'x'.repeat(501), 'too_long'],
  ['registeredAddress', '1\n2\n3\n4\n5\n6\n7', 'too_many_lines'],
  ['registeredAddress', 'a\u0007b', 'unsafe'],
  ['legalRepresentative', '', 'missing'],
  ['legalRepresentative', 'x'.repeat(201), 'too_long'],
  ['legalRepresentative', 'a\u2066b', 'unsafe'],
  ['website', 'javascript:alert(1)', 'website_wrong'],
  ['website', 'ftp://kolo.example', 'website_wrong'],
  ['website', 'https://localhost', 'website_wrong'],
  ['website', 'https://me:secret@kolo.example', 'website_wrong'],
  ['website', 'not a website', 'website_wrong'],
  ['website', `https://${'x'.repeat(200)}.example`, 'too_long'],
])('%s %j is refused: %s', (field, value, reason) => {
  expect(issues({ [field]: value })).toContain(`${field} ${reason}`)
})

test('every country has a name in each language, in its order', () => {
  expect(countries).toHaveLength(249)
  for (const locale of locales) {
    expect(countries.filter((code) => countryName(code, locale) === code)).toEqual([])
    expect(listCountries(locale)).toHaveLength(249)
  }
  expect(listCountries('fr')[0]?.label).toBe('Afghanistan')
})

test.each([
  ['ada@kolo.example', 'https://www.kolo.example', true],
  ['ada@Mail.Kolo.example', 'https://kolo.example/contact', true],
  ['ada@notkolo.example', 'https://kolo.example', false],
  ['ada@example.com', 'https://kolo.example', false],
  ['ada@example', 'https://www.example', false],
  ['ada@kolo.example', '', false],
])('the address %s belongs to %s: %s', (email, website, matches) => {
  expect(belongsTo(email, website)).toBe(matches)
})
