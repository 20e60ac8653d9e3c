import { expect, test } from 'vitest'
import { accountBody, judge, judgeToken } from './expectation'
import { shareOfStandby } from './gateway-metrics'
import { formatRow, mergeRows } from './report'
import { scenarios } from './scenarios'
import { type Call, drawFailures, sumUp } from './tally'
import { findMissed, thresholds } from './thresholds'
import { findBroken, type Outcome } from './trial'

const body = accountBody('221771234567', '12500', '2026-11-21T09:00:00Z')

test.each([
  ['no answer', null, 'failed'],
  ['503', { status: 503, body: '' }, 'failed'],
  ['a balance that is right', { status: 200, body }, 'right'],
  ['a balance of another amount', { status: 200, body: body.replace('12500', '12501') }, 'wrong'],
  ['a balance and more', { status: 200, body: `${body} ` }, 'wrong'],
  ['a good token refused', { status: 401, body: 'invalid_token' }, 'wrong'],
  ['an account that is there not found', { status: 404, body: 'account_not_found' }, 'wrong'],
  ['an error of the server', { status: 500, body: '' }, 'wrong'],
])('%s', (_, answer, is) => {
  expect(judge(answer, 200, body, true).is).toBe(is)
})

test('a revoked token that is served is wrong', () => {
  expect(judge({ status: 200, body }, 401, 'invalid_token').is).toBe('wrong')
  expect(judge({ status: 401, body: '{"code":"invalid_token"}' }, 401, 'invalid_token').is).toBe('right')
})

const token = (access_token: string, expires_in: number) => ({
  status: 200,
  body: JSON.stringify({ access_token, token_type: 'Bearer', expires_in }),
})

test.each([
  ['the first', null, token('a', 300), 'right'],
  ['the same with the life that is left', { token: 'a', endsAt: 200_000 }, token('a', 200), 'right'],
  ['another while there was life', { token: 'a', endsAt: 200_000 }, token('b', 300), 'wrong'],
  ['the same with more life than it has', { token: 'a', endsAt: 200_000 }, token('a', 300), 'wrong'],
  ['another near the end', { token: 'a', endsAt: 80_000 }, token('b', 300), 'right'],
  ['one that lives too long', null, token('a', 301), 'wrong'],
  ['none for the right secret', null, { status: 401, body: 'invalid_client' }, 'wrong'],
  ['none for now', null, { status: 503, body: '' }, 'failed'],
])('a token: %s', (_, known, answer, is) => {
  expect(judgeToken(answer, known, 0).verdict.is).toBe(is)
})

const call = (sentAt: number, is: 'right' | 'failed' | 'wrong'): Call => ({
  ...{ kind: 'a balance', sentAt, endedAt: sentAt + 10 },
  verdict: is === 'wrong' ? { is, why: '' } : { is },
})

test('the longest gap is between correct responses, full service after the last failed call', () => {
  const calls = [
    call(0, 'right'),
    call(100, 'failed'),
    call(500, 'failed'),
    call(900, 'right'),
    call(950, 'right'),
  ]
  expect(sumUp(calls, 50)).toEqual({
    calls: 5,
    wrong: 0,
    failed: 2,
    longestGap: 900,
    fullServiceAfter: 450,
    p99: 10,
  })
  expect(sumUp(calls, 600).fullServiceAfter).toBe(0)
  const page = { ...call(300, 'right'), kind: 'a page' }
  expect(sumUp([...calls, page], 50).longestGap).toBe(900)
  expect(drawFailures([...calls, call(3100, 'failed')], 50)).toBe('2 0 0 1')
})

const outcome: Outcome = {
  scenario: { name: 'x', title: 'Something' },
  figures: { calls: 5, wrong: 0, failed: 2, longestGap: 900, fullServiceAfter: 12_340, p99: 10 },
  writes: 7,
  losses: { developers: 0, applications: 0, documents: 0, decisions: 0, mails: 0, audits: 0 },
  ...{
    auditFaults: 0,
    mail: { mails: 9, lost: 0, doubled: 1 },
    revoked: 3,
    fromStandby: 0.456,
    note: 'noted',
    wrongs: [],
    failures: '',
  },
}

test('a wrong response and any acknowledged but lost write break a promise', () => {
  expect(findBroken(outcome)).toEqual([])
  expect(findBroken({ ...outcome, figures: { ...outcome.figures, wrong: 1 } })).toEqual(['1 responses wrong'])
  expect(findBroken({ ...outcome, losses: { ...outcome.losses, decisions: 2 } })).toEqual([
    '2 acknowledged decisions lost',
  ])
  expect(findBroken({ ...outcome, auditFaults: 1, mail: { mails: 9, lost: 1, doubled: 0 } })).toHaveLength(2)
})

test('a row replaces the previous one of its fault, and others stay', () => {
  const row = formatRow(outcome)
  expect(row).toBe(
    '| Something | 5 | 0 | 2 | 0.9 s | 12 s | 7 | 0 | 9 | 0 | 1 | noted; 3 tokens revoked; 46 % of balances from the standby; p99 10 ms |',
  )
  const empty = 'before\n<!-- faults:begin -->\n<!-- faults:end -->\nafter\n'
  const once = mergeRows(empty, [row, '| Another | 1 |'], 'Intro.')
  const again = mergeRows(once, ['| Something | 6 |'], 'Later.')
  expect(again).toContain('| Something | 6 |\n| Another | 1 |\n<!-- faults:end -->\nafter')
  expect(again).not.toContain('Intro.')
  expect(() => mergeRows('no markers', [row], '')).toThrow('markers')
})

test('the standby’s share counts a restarted gateway from its start', () => {
  const before = new Map([
    ['one', { standby: 10, primary: 10 }],
    ['two', { standby: 500, primary: 0 }],
  ])
  const after = new Map([
    ['one', { standby: 40, primary: 10 }],
    ['two', { standby: 0, primary: 30 }],
  ])
  expect(shareOfStandby(before, after)).toBe(0.5)
})

test('every fault has thresholds, and exceeding one is reported', () => {
  expect(Object.keys(thresholds).sort()).toEqual(scenarios.map(({ name }) => name).sort())
  const failover = { ...outcome, scenario: { name: 'failover', title: '' } }
  expect(findMissed(failover)).toEqual(['1 e-mails were sent twice'])
  failover.mail = { ...outcome.mail, doubled: 0 }
  expect(findMissed(failover)).toEqual([])
  const killed = { ...outcome, scenario: { name: 'kill-worker', title: '' } }
  expect(findMissed({ ...killed, figures: { ...outcome.figures, failed: 0 } })).toEqual([])
  const slow = { ...failover, figures: { ...failover.figures, fullServiceAfter: 20_100 } }
  expect(findMissed(slow)).toEqual(['full service after 20.1 s (limit 20)'])
  const nothing = { ...outcome, scenario: { name: 'nothing', title: '' } }
  expect(findMissed(nothing)).toEqual([
    '40 % of the calls failed (limit 0 %)',
    '45.6 % of the balances from the standby (limit 50 %)',
    '1 e-mails were sent twice',
  ])
})
