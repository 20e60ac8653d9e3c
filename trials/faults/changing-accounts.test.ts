import { expect, test } from 'vitest'
import { createChangingAccount, judgeChangingAccount, staleness } from './changing-accounts'

const account = createChangingAccount('sandbox', '221771234567', 'first')
// Written from 1000 to 1010 and acknowledged; then one from 5000 whose outcome is unknown.
account.versions.push({ body: 'second', begunAt: 1000, acknowledgedAt: 1010 })
account.versions.push({ body: 'third', begunAt: 5000, acknowledgedAt: Number.POSITIVE_INFINITY })
const bound = staleness * 1000

test.each([
  ['the former balance before the write', 'first', 900, 950, 'right'],
  ['the new one before its write', 'second', 900, 950, 'wrong'],
  ['the new one while it is written', 'second', 900, 1005, 'right'],
  ['the former one as old as a standby may be', 'first', 1010 + bound, 1020 + bound, 'right'],
  ['the former one after that', 'first', 1011 + bound, 1020 + bound, 'wrong'],
  ['what stood when nothing was acknowledged since', 'second', 60_000, 60_010, 'right'],
  ['what was written though nobody was told', 'third', 60_000, 60_010, 'right'],
  ['an amount that nobody wrote', 'fourth', 60_000, 60_010, 'wrong'],
])('%s', (_, body, sentAt, endedAt, is) => {
  expect(judgeChangingAccount({ status: 200, body }, account, sentAt, endedAt).is).toBe(is)
})

test('no response, and one that says to retry, count as failed and not as wrong', () => {
  expect(judgeChangingAccount(null, account, 900, 950).is).toBe('failed')
  expect(judgeChangingAccount({ status: 503, body: '' }, account, 900, 950).is).toBe('failed')
})
