import { expect, test } from 'vitest'
import { limitRequestSchema, requestDecisionSchema } from './schema'

const issueOf = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message

test('a request needs a number and a reason without an address', () => {
  const request = (fields: object) => issueOf(limitRequestSchema.safeParse(fields))
  expect(request({ callsPerMinute: ' ', reason: 'Why' })).toBe('limit_required')
  expect(request({ reason: 'Why' })).toBe('limit_required')
  expect(request({ callsPerMinute: '1,000', reason: 'Why' })).toBe('limit_wrong')
  expect(request({ callsPerMinute: '5', reason: ' ' })).toBe('reason_required')
  expect(request({ callsPerMinute: '5', reason: 'Write to a@b.example' })).toBe('reason_names_address')
  expect(request({ callsPerMinute: '5', reason: 'x\u0007' })).toBe('reason_unsafe')
  expect(request({ callsPerMinute: '5', reason: 'x'.repeat(501) })).toBe('reason_too_long')
})

test('only a rejection needs a reason', () => {
  expect(requestDecisionSchema.parse({ outcome: 'approved', reason: ' ' }).reason).toBe('')
  expect(requestDecisionSchema.parse({ outcome: 'approved', reason: 'Until June' }).reason).toBe('Until June')
  expect(issueOf(requestDecisionSchema.safeParse({ outcome: 'rejected', reason: '' }))).toBe(
    'reason_required',
  )
  expect(requestDecisionSchema.safeParse({ outcome: 'open', reason: 'x' }).success).toBe(false)
})
