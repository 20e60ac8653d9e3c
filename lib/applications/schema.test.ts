import { describe, expect, test } from 'vitest'
import { newApplicationSchema, optionalText } from '@/lib/applications/schema'

function parse(values: Record<string, string | undefined>) {
  return newApplicationSchema.safeParse({
    name: 'Boutique',
    description: '',
    environment: 'sandbox',
    ...values,
  })
}

function refusal(values: Record<string, string | undefined>) {
  return parse(values).error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
}

// ASVS 1.3.3, 2.2.1, 15.3.3
describe('name', () => {
  test.each([
    ['empty', '', 'name_required'],
    ['absent', undefined, 'name_required'],
    ['spaces only', ' \u00a0\u3000 ', 'name_required'],
    ['only a joiner', '\u200d', 'name_required'],
    ['200 characters', 'x'.repeat(200), 'name_too_long'],
    ['101 characters', 'é'.repeat(101), 'name_too_long'],
    ['a line break', 'a\nb', 'name_unsafe'],
    ['NUL', 'a\u0000b', 'name_unsafe'],
    ['an escape', 'a\u001b[31mb', 'name_unsafe'],
    ['an override of direction', 'a\u202eb', 'name_unsafe'],
    ['an isolate', 'a\u2066b', 'name_unsafe'],
    ['a line separator', 'a\u2028b', 'name_unsafe'],
    ['half a character', 'a\ud83d', 'name_unsafe'],
  ])('refuses %s', (_case, name, reason) => {
    expect(refusal({ name })).toContain(`name: ${reason}`)
  })

  test.each([
    ['surrounding spaces', '  Boutique  ', 'Boutique'],
    ['composes', 'Cafe\u0301', 'Café'],
    ['100 characters', '🛒'.repeat(100), '🛒'.repeat(100)],
    ['joined emoji', '👩‍💻 Aïssatou & fils', '👩‍💻 Aïssatou & fils'],
    ['another script', 'دكان', 'دكان'],
  ])('keeps %s', (_case, name, expected) => {
    expect(parse({ name }).data?.name).toBe(expected)
  })
})

test('an optional text is one line, unless it is one of the long ones', () => {
  const phone = optionalText('supportPhone', 40)
  expect(phone.parse(' +221 33 ')).toBe('+221 33')
  expect(phone.safeParse('+221\n33').error?.issues[0]?.message).toBe('supportPhone_unsafe')
})

test('a description may have lines, and is bounded', () => {
  expect(parse({ description: ' a\r\nb\tc ' }).data?.description).toBe('a\nb\tc')
  expect(parse({ description: undefined }).data?.description).toBe('')
  expect(refusal({ description: 'x'.repeat(1001) })).toEqual(['description: description_too_long'])
  expect(refusal({ description: 'a\u0000' })).toEqual(['description: description_unsafe'])
})

test('an environment must be chosen', () => {
  expect(refusal({ environment: undefined })).toEqual(['environment: environment_required'])
  expect(refusal({ environment: 'staging' })).toEqual(['environment: environment_required'])
})
