import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findIdentical } from './queries'

const at = new Date('2026-11-23T12:00:00Z')

function document(requirementId: string, version: number, content: string, more = {}) {
  const sha256 = new Uint8Array(createHash('sha256').update(content).digest())
  const id = `${requirementId}-${version}`
  return {
    id,
    requirementId,
    version,
    sha256,
    submittedAt: at as Date | null,
    replacedAt: null as Date | null,
    ...more,
  }
}

test('an earlier version that reviewers got comes before another document', () => {
  const [first, second] = [document('a', 1, 'x', { replacedAt: at }), document('a', 2, 'x')]
  const elsewhere = document('b', 1, 'x')
  expect(findIdentical(second, [second, elsewhere, first])).toBe(first)
  expect(findIdentical(elsewhere, [second, elsewhere, first])).toBe(second)
})

test('a version that only the applicant saw, a later one, and other content are not reported', () => {
  const current = document('a', 2, 'x', { submittedAt: null })
  const others = [
    document('a', 1, 'x', { submittedAt: null, replacedAt: at }),
    document('a', 3, 'x'),
    document('b', 1, 'y'),
    document('b', 2, 'x', { replacedAt: at }),
  ]
  expect(findIdentical(current, [current, ...others])).toBeNull()
})
