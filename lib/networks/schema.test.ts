import { expect, test } from 'vitest'
import { networksSchema, readNetworks } from './schema'

test.each([
  ['', []],
  [' \n ', []],
  ['203.0.113.7', ['203.0.113.7/32']],
  ['203.0.113.0/24\r\n2001:DB8::/32', ['203.0.113.0/24', '2001:db8::/32']],
  [
    '203.0.113.7, 203.0.113.8; 203.0.113.9\t203.0.113.7/32',
    ['203.0.113.7/32', '203.0.113.8/32', '203.0.113.9/32'],
  ],
  ['203.0.113.7\u00a0::ffff:203.0.113.7', ['203.0.113.7/32']],
])('%j is read as %j', (text, networks) => expect(readNetworks(text)).toEqual({ networks }))

test('the first wrong entry is named, and a list has at most 20', () => {
  expect(readNetworks('203.0.113.7\nexample.com\n0.0.0.0/0')).toEqual({
    problem: { reason: 'malformed', entry: 'example.com' },
  })
  const many = Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`)
  expect(readNetworks(many.join('\n'))).toEqual({ problem: { reason: 'too_many' } })
  expect(readNetworks(many.slice(1).join('\n'))).toHaveProperty('networks.length', 20)
  expect(readNetworks(`${many[1]}\n`.repeat(50))).toEqual({ networks: ['203.0.113.1/32'] })
})

const issueOf = (fields: object) => networksSchema.safeParse(fields).error?.issues[0]?.message

test('each field is read as it should be, or refused', () => {
  expect(networksSchema.parse({ networks: '' })).toMatchObject({ intent: 'preview', previewed: '' })
  expect(networksSchema.parse({ networks: 'x', intent: 'save', previewed: 'y', reason: ' ' })).toMatchObject({
    intent: 'save',
    previewed: 'y',
    reason: undefined,
  })
  expect(networksSchema.parse({ networks: '', intent: 'delete' }).intent).toBe('preview')
  expect(issueOf({})).toBe('networks_required')
  expect(issueOf({ networks: 'x'.repeat(4001) })).toBe('too_long')
  expect(issueOf({ networks: '', reason: 'Write to a@b.example' })).toBe('reason_names_address')
  expect(issueOf({ networks: '', reason: 'x\u0007' })).toBe('reason_unsafe')
  expect(issueOf({ networks: '', reason: 'x'.repeat(501) })).toBe('reason_too_long')
})
