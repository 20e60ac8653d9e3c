import { expect, test } from 'vitest'
import { findWaiting, warnOfIdentical } from './workbench'

const labels = {
  missing: 'missing {names}',
  replacing: 'replacing',
  noAccounts: 'none',
  identical: 'same {names}',
}
const accepted = { name: 'A', verdict: 'accepted', sent: true, required: true }
const open = { ...accepted, name: '$& B', verdict: null }

test.each([
  [[accepted, open], false, 'missing $& B'],
  [[accepted, open], true, 'missing $& B'],
  [[open, open, open, open], false, 'missing $& B, $& B +2'],
  [[accepted, { ...open, required: false }], false, null],
  [[accepted, { ...open, sent: false }], false, null],
  [[open, { ...accepted, verdict: 'replace' }], true, 'replacing'],
  // All are checked, and yet it would be refused.
  [[accepted], true, 'none'],
  [[accepted], false, null],
])('an approval of %j waits where it lists no account (%s) for %s', (documents, listsNone, waits) => {
  expect(findWaiting(documents, listsNone, labels)).toBe(waits)
})

test('files that are the same are named, whatever was decided on them', () => {
  expect(warnOfIdentical([accepted, open], labels)).toBeNull()
  const both = [accepted, open].map((each) => ({ ...each, copy: 'Identical' }))
  expect(warnOfIdentical([...both, accepted], labels)).toBe('same A, $& B')
})
