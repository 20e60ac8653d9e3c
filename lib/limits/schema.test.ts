import { expect, test } from 'vitest'
import { limitDecisionSchema, limitRequestSchema, limitSchema } from './schema'

const issueOf = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message

test.each([
  ['1', 1],
  [' 10 000 000 ', 10_000_000],
  ['3\u202f000', 3000],
  ['', null],
  ['   ', null],
])('the limit %j is %s', (callsPerMinute, expected) => {
  expect(limitSchema.parse({ callsPerMinute })).toEqual({ callsPerMinute: expected })
})

test.each(['0', '10000001', '-5', '1.5', '1,000', '1e3', '0x10', '٣', '１', 'many', '9'.repeat(500), '5\0'])(
  'the limit %j is refused',
  (callsPerMinute) => {
    expect(issueOf(limitSchema.safeParse({ callsPerMinute }))).toBe('limit_wrong')
    expect(issueOf(limitRequestSchema.safeParse({ callsPerMinute, reason: 'Why' }))).toBe('limit_wrong')
  },
)

test('a request needs a number and a reason without an address', () => {
  const request = (fields: object) => issueOf(limitRequestSchema.safeParse(fields))
  expect(request({ callsPerMinute: ' ', reason: 'Why' })).toBe('limit_required')
  expect(request({ reason: 'Why' })).toBe('limit_required')
  expect(request({ callsPerMinute: '5', reason: ' ' })).toBe('reason_required')
  expect(request({ callsPerMinute: '5', reason: 'Write to a@b.example' })).toBe('reason_names_address')
  expect(request({ callsPerMinute: '5', reason: 'x\u0007' })).toBe('reason_unsafe')
  expect(request({ callsPerMinute: '5', reason: 'x'.repeat(501) })).toBe('reason_too_long')
})

test('only a rejection needs a reason', () => {
  expect(limitDecisionSchema.parse({ outcome: 'approved', reason: ' ' }).reason).toBe('')
  expect(limitDecisionSchema.parse({ outcome: 'approved', reason: 'Until June' }).reason).toBe('Until June')
  expect(issueOf(limitDecisionSchema.safeParse({ outcome: 'rejected', reason: '' }))).toBe('reason_required')
  expect(limitDecisionSchema.safeParse({ outcome: 'open', reason: 'x' }).success).toBe(false)
})
