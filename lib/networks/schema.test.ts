import { expect, test } from 'vitest'
import { networksSchema } from './schema'

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
])('%j is read as %j', (text, networks) =>
  expect(networksSchema.parse({ networks: text })).toEqual({ networks }),
)

const issueOf = (fields: object) => networksSchema.safeParse(fields).error?.issues[0]

test('the first wrong entry is named, and a list has at most 20', () => {
  expect(issueOf({ networks: '203.0.113.7\nexample.com\n0.0.0.0/0' })).toMatchObject({
    message: 'malformed',
    params: { entry: 'example.com' },
  })
  expect(issueOf({ networks: '203.0.113.7/24' })).toMatchObject({
    message: 'host_bits',
    params: { entry: '203.0.113.7/24', network: '203.0.113.0/24', address: '203.0.113.7' },
  })
  const many = Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`)
  expect(issueOf({ networks: many.join('\n') })).toMatchObject({ message: 'too_many', params: { max: 20 } })
  expect(networksSchema.parse({ networks: many.slice(1).join('\n') })).toHaveProperty('networks.length', 20)
  expect(networksSchema.parse({ networks: `${many[1]}\n`.repeat(50) }).networks).toEqual(['203.0.113.1/32'])
})

test.each([
  ['networks_required', {}],
  ['too_long', { networks: 'x'.repeat(4001) }],
  ['reason_names_address', { networks: '', reason: 'Write to a@b.example' }],
  ['reason_unsafe', { networks: '', reason: 'x\u0007' }],
  ['reason_too_long', { networks: '', reason: 'x'.repeat(501) }],
])('%s', (message, fields) => expect(issueOf(fields)?.message).toBe(message))

test('an empty reason is none', () => {
  expect(networksSchema.parse({ networks: '', reason: ' ' }).reason).toBeUndefined()
})
