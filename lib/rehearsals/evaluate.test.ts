import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, type RecordedCall } from './evaluate'
import { describeEvidence } from './evidence'
import { type CaseResult, caseOutcomes, type Evidence, type RehearsalCase, rehearsalCases } from './schema'

type Given = Partial<RecordedCall> & { at: number; took?: number }

const start = 1_700_000_000_000

const round = (ms: number) => Math.round(ms * 1000) / 1000

/** Calls at these seconds after the start; each takes 10 ms. */
function calls(...given: Given[]): RecordedCall[] {
  return given.map(({ at, took = 0.01, ...call }, index) => ({
    number: index + 1,
    requestId: `request-${index + 1}`,
    arrivedAt: start + round(at * 1000),
    respondedAt: start + round((at + took) * 1000),
    endpoint: 'account',
    status: 200,
    errorCode: null,
    retryAfter: null,
    token: 'one',
    msisdn: 'k.a',
    account: 'active',
    ...call,
  }))
}

const token = (at: number, more: Partial<Given> = {}): Given => ({
  at,
  endpoint: 'token',
  token: null,
  msisdn: null,
  ...more,
})
const refused = (at: number, more: Partial<Given> = {}): Given => ({
  at,
  status: 401,
  errorCode: 'invalid_token',
  ...more,
})
const missing = (at: number, more: Partial<Given> = {}): Given => ({
  at,
  status: 404,
  errorCode: 'account_not_found',
  ...more,
})
const limited = (at: number, retryAfter: number | null = 4): Given => ({
  at,
  status: 429,
  errorCode: 'quota_exceeded',
  retryAfter,
})

function resultOf(id: RehearsalCase, given: RecordedCall[], until = 600): CaseResult {
  return evaluate(given, start + until * 1000).find((each) => each.id === id) as CaseResult
}

test('without calls nothing has passed or failed', () => {
  const results = evaluate([], start)
  expect(results.map(({ id }) => id)).toEqual(rehearsalCases)
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['not_yet']))
})

type Example = [
  what: string,
  id: RehearsalCase,
  given: Given[],
  outcome: string,
  ids: number[],
  until?: number,
]

test.each<Example>([
  ['a token', 'token', [token(0)], 'passed', [1]],
  ['a refused token request', 'token', [token(0, { status: 400 })], 'not_yet', []],
  ['nine balances with one token', 'token_reused', nine('one'), 'not_yet', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['ten', 'token_reused', [...nine('one'), { at: 9 }], 'passed', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [
    'five with each of two',
    'token_reused',
    [...nine('one'), { at: 9, token: 'two' }],
    'not_yet',
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  ],
  ['an active account', 'active_account', [{ at: 0 }], 'passed', [1]],
  ['a barred account', 'suspended_account', [{ at: 0, account: 'barred' }], 'not_yet', []],
  ['a suspended account', 'suspended_account', [{ at: 0, account: 'suspended' }], 'passed', [1]],
  ['an unknown number once', 'unknown_account', [missing(0)], 'passed', [1]],
  ['the same again after 59 s', 'unknown_account', [missing(0), missing(59)], 'failed', [1, 2]],
  ['the same again after 61 s', 'unknown_account', [missing(0), missing(61)], 'passed', [1]],
  ['the same again after 60 s', 'unknown_account', [missing(0), missing(60.01)], 'passed', [1]],
  ['the same again 1 ms earlier', 'unknown_account', [missing(0), missing(60.009)], 'failed', [1, 2]],
  ['another number', 'unknown_account', [missing(0), missing(1, { msisdn: 'k.b' })], 'passed', [1]],
  ['the same in flight', 'unknown_account', [missing(0, { took: 2 }), missing(1)], 'passed', [1]],
  ['two keys', 'unknown_account', [missing(0), missing(1, { msisdn: 'l.a' })], 'incomplete', [1, 2]],
  ['a 401 alone', 'expired_token', [refused(0)], 'not_yet', [1]],
  ['a 401, then a token', 'expired_token', [refused(0), token(1), { at: 2, token: 'two' }], 'passed', [1, 2]],
  ['a 401, then two tokens', 'expired_token', [refused(0), token(1), token(2)], 'failed', [1, 2, 3]],
  [
    'a 401, a token, a call, a token',
    'expired_token',
    [refused(0), token(1), { at: 2 }, token(3)],
    'passed',
    [1, 2],
  ],
  [
    'a 401, then a refused token request',
    'expired_token',
    [refused(0), token(1, { status: 400 }), token(2)],
    'passed',
    [1, 3],
  ],
  ['a 401, then the same token', 'expired_token', [refused(0), refused(1), token(2)], 'failed', [1, 2]],
  [
    'a 401, the same token in flight',
    'expired_token',
    [refused(0, { took: 1 }), refused(0.5, { took: 1 }), token(2)],
    'passed',
    [1, 3],
  ],
  ['a 429, then nothing', 'quota_exceeded', [limited(0)], 'passed', [1]],
  ['a 429, not yet over', 'quota_exceeded', [limited(0)], 'not_yet', [1], 3],
  ['a 429, then a call too early', 'quota_exceeded', [limited(0), { at: 0.21 }], 'failed', [1, 2]],
  ['a 429, then a call in time', 'quota_exceeded', [limited(0), { at: 4.01 }], 'passed', [1]],
  ['a 429, then a call 0.1 s early', 'quota_exceeded', [limited(0), { at: 3.91 }], 'passed', [1]],
  ['a 429, then a call 1 ms earlier', 'quota_exceeded', [limited(0), { at: 3.909 }], 'failed', [1, 2]],
  ['a 429 without Retry-After', 'quota_exceeded', [limited(0, null), { at: 0.02 }], 'passed', [1]],
  ['a 429, then a call of another endpoint', 'quota_exceeded', [limited(0), token(0.2)], 'passed', [1]],
  ['a 429, and one in flight', 'quota_exceeded', [{ ...limited(0), took: 2 }, { at: 1 }], 'passed', [1]],
  ['a 429, then a call immediately', 'quota_exceeded', [limited(0), { at: 0.011 }], 'failed', [1, 2]],
  ['a 429, and one received as it was sent', 'quota_exceeded', [limited(0), { at: 0.01 }], 'passed', [1]],
  [
    'a 429 in parallel, then a call immediately',
    'quota_exceeded',
    [limited(0), { at: 0.005 }, { at: 0.011 }],
    'failed',
    [1, 3],
  ],
  [
    'one in flight of a 429, too early for another',
    'quota_exceeded',
    [{ ...limited(0), took: 2 }, limited(0.5), { at: 1 }],
    'failed',
    [2, 3],
  ],
  [
    'a 429, then a call of another gateway that knows the time to 0.3 s',
    'quota_exceeded',
    [limited(0), { at: 3.7, clock: { id: 'b', errorMs: 300 } }],
    'passed',
    [1],
  ],
  [
    'the same, too early even so',
    'quota_exceeded',
    [limited(0), { at: 3.6, clock: { id: 'b', errorMs: 300 } }],
    'failed',
    [1, 2],
  ],
  [
    'the same of one gateway',
    'quota_exceeded',
    [
      { ...limited(0), clock: { id: 'b', errorMs: 300 } },
      { at: 3.7, clock: { id: 'b', errorMs: 300 } },
    ],
    'failed',
    [1, 2],
  ],
  [
    'a 429, then a call immediately, as its gateway set its clock back by 0.02 s',
    'quota_exceeded',
    [
      { ...limited(0), clock: { id: 'b', errorMs: 30, offset: 5000 } },
      { at: -0.005, clock: { id: 'b', errorMs: 1, offset: 4980 } },
    ],
    'failed',
    [1, 2],
  ],
  [
    'calls that may only seem to overlap, as two gateways differ, then one immediately',
    'quota_exceeded',
    [limited(0), { at: 0.005, clock: { id: 'b', errorMs: 6 } }, { at: 0.02 }],
    'failed',
    [1, 3],
  ],
  [
    'two 401s in parallel, then the token that one of them had requested',
    'expired_token',
    [refused(0), token(0.03, { took: 0.05 }), refused(0.035), { at: 0.5 }, { at: 600, token: 'two' }],
    'passed',
    [1, 2],
  ],
  [
    'the same, and later two tokens that no 401 had asked for',
    'expired_token',
    [
      refused(0),
      token(0.03, { took: 0.05 }),
      refused(0.035),
      { at: 0.5, token: 'two' },
      token(600),
      token(600.1),
    ],
    'passed',
    [1, 2],
  ],
  [
    'a 401 on its way while another part of the program obtained a token, and no second one',
    'expired_token',
    [refused(0), { at: 0.005 }, token(1), refused(1.2), { at: 2, token: 'two' }],
    'passed',
    [1, 3],
  ],
  [
    'the same, with the old token again',
    'expired_token',
    [refused(0), { at: 0.005 }, token(1), refused(1.2), { at: 2 }],
    'failed',
    [4, 5],
  ],
  [
    'a 401 of a part that did not know the new token yet, and later two tokens',
    'expired_token',
    [
      refused(0),
      token(1),
      { at: 2, token: 'two' },
      refused(3),
      { at: 4, token: 'two' },
      token(600),
      token(601),
    ],
    'passed',
    [1, 2],
  ],
  [
    'a 401, another part with a newer token, then a token',
    'expired_token',
    [refused(0), { at: 0.5, token: 'two' }, token(1)],
    'passed',
    [1, 3],
  ],
  ['a token, then a 401 alone', 'expired_token', [token(0), refused(0.02), { at: 1 }], 'failed', [2, 3]],
  [
    'two 401s in parallel, then a token for each',
    'expired_token',
    [refused(0), refused(0.005), token(0.1), token(0.12)],
    'failed',
    [1, 3, 4],
  ],
  ['a 401, then the same token immediately', 'expired_token', [refused(0), refused(0.011)], 'failed', [1, 2]],
  ['one respected, one not', 'quota_exceeded', [limited(0), limited(5), { at: 6 }], 'failed', [2, 3]],
  ['a 503, then a pause', 'unavailable', [{ at: 0, status: 503, retryAfter: 1 }, { at: 1.2 }], 'passed', [1]],
  ['a 503, then none', 'unavailable', [{ at: 0, status: 503, retryAfter: 1 }, { at: 0.5 }], 'failed', [1, 2]],
  ['one good call', 'clean_requests', [{ at: 0 }], 'passed', [1]],
  ['a 400', 'clean_requests', [{ at: 0, status: 400 }, { at: 1 }], 'failed', [1]],
  ['a 400 before 20 others', 'clean_requests', [{ at: 0, status: 400 }, ...many(20)], 'passed', [21]],
  ['a 400 before 19 others', 'clean_requests', [{ at: 0, status: 400 }, ...many(19)], 'failed', [1]],
])('%s: %s', (_, id, given, outcome, ids, until) => {
  const result = resultOf(id, calls(...given), until)
  expect(result.outcome).toBe(outcome)
  expect(result.requestIds).toEqual(ids.map((number) => `request-${number}`))
})

function nine(token: string): Given[] {
  return Array.from({ length: 9 }, (_, at) => ({ at, token }))
}

function many(count: number): Given[] {
  return Array.from({ length: count }, (_, at) => ({ at: at + 1 }))
}

const evidences: Evidence[] = [
  { code: 'nothing_yet' },
  { code: 'lost', lost: 2, calls: 9 },
  { code: 'recording' },
  { code: 'token_obtained' },
  { code: 'balances_with_one_token', balances: 9 },
  { code: 'account_read' },
  { code: 'unknown_not_repeated', watchedSeconds: 20 },
  { code: 'unknown_not_repeated', watchedSeconds: 60 },
  { code: 'unknown_repeated', afterSeconds: 20 },
  { code: 'keys_changed' },
  { code: 'token_renewed' },
  { code: 'token_not_renewed' },
  { code: 'token_renewed_twice', tokens: 2 },
  { code: 'old_token_repeated', afterSeconds: 2 },
  { code: 'waiting', retryAfter: 4 },
  { code: 'waited', retryAfter: 4 },
  { code: 'called_again', afterSeconds: 1, retryAfter: 4 },
  { code: 'clean', calls: 1 },
  { code: 'clean', calls: 20 },
  { code: 'bad_requests', bad: 2, calls: 20 },
]

test('the evidence is a sentence in English and French, for the developer and about the integration', () => {
  const { evidence } = resultOf('quota_exceeded', calls(limited(0), { at: 0.21 }))
  expect(describeEvidence(evidence, 'en')).toBe('You called again after 0.2 s; Retry-After asked for 4 s.')
  expect(describeEvidence(evidence, 'fr')).toBe(
    'Vous avez refait un appel après 0,2 s ; Retry-After demandait 4 s.',
  )
  expect(describeEvidence(evidence, 'en', 'reviewer')).toBe(
    'The integration called again after 0.2 s; Retry-After asked for 4 s.',
  )
  expect(describeEvidence(evidence, 'fr', 'reviewer')).toBe(
    'L’intégration a refait un appel après 0,2 s ; Retry-After demandait 4 s.',
  )
})

test.each(evidences)('$code addresses and advises the developer alone', (evidence) => {
  const address = { en: /\byou|\b(Start|Wait|Obtain|enough)\b/i, fr: /\bvous|\bv(otre|os)\b|ez\b|suffit/i }
  for (const language of ['en', 'fr'] as const)
    expect(describeEvidence(evidence, language, 'reviewer')).not.toMatch(address[language])
})

const anyCall = fc.record({
  at: fc.double({ min: 0, max: 200, noNaN: true }),
  took: fc.double({ min: 0.001, max: 5, noNaN: true }),
  endpoint: fc.constantFrom('account', 'token', 'introspect', 'revoke'),
  status: fc.constantFrom(200, 400, 401, 404, 429, 503),
  errorCode: fc.constantFrom(null, 'invalid_token'),
  retryAfter: fc.constantFrom(null, 1, 30),
  token: fc.constantFrom('one', 'two', null),
  msisdn: fc.constantFrom('k.a', 'k.b', null),
  account: fc.constantFrom('active', 'suspended', null),
}) as fc.Arbitrary<Given>
const anyCalls = fc.array(anyCall, { maxLength: 40 }).map((given) => calls(...given))
/** One at a time, as of a program that calls again immediately. */
const serialCalls = fc.array(anyCall, { maxLength: 40 }).map((given) => {
  let at = 0
  const serial = given.map((call) => {
    const took = (call.took as number) / 100
    at += took + 0.001 + call.at / 2000
    return { ...call, at: at - took, took }
  })
  return calls(...serial)
})

describe('whatever the calls are', () => {
  test('each case has one outcome, with request ids of the calls and a sentence', () => {
    fc.assert(
      fc.property(anyCalls, (given) => {
        const known = new Set(given.map(({ requestId }) => requestId))
        for (const { id, outcome, evidence, requestIds } of evaluate(given, start + 300_000)) {
          expect(rehearsalCases).toContain(id)
          expect(caseOutcomes).toContain(outcome)
          expect(requestIds.every((each) => known.has(each))).toBe(true)
          if (outcome === 'passed' || outcome === 'failed') expect(requestIds.length).toBeGreaterThan(0)
          for (const language of ['en', 'fr'] as const)
            for (const reader of ['developer', 'reviewer'] as const)
              expect(describeEvidence(evidence, language, reader)).toMatch(/^[A-Z0-9].*\.$/)
        }
      }),
    )
  })

  test('the order in which gateways recorded them changes nothing', () => {
    fc.assert(
      fc.property(anyCalls, (given) => {
        expect(evaluate([...given].reverse(), start + 300_000)).toEqual(evaluate(given, start + 300_000))
      }),
    )
  })

  test('a refusal that was not respected stays so, whatever calls follow and overlap', () => {
    const of = (results: CaseResult[], outcome: string) =>
      results.flatMap((each) => (each.outcome === outcome && each.id !== 'clean_requests' ? [each.id] : []))
    fc.assert(
      fc.property(fc.oneof(anyCalls, serialCalls), anyCalls, (before, after) => {
        // In milliseconds after the last that was received: closely behind it, so that they overlap with all
        // of them.
        const last = Math.max(start, ...before.map(({ arrivedAt }) => arrivedAt))
        const later = after.map((call, index) => ({
          ...call,
          number: before.length + index + 1,
          arrivedAt: last + (call.arrivedAt - start) / 1000,
          respondedAt: last + (call.arrivedAt - start) / 1000 + call.respondedAt - call.arrivedAt,
        }))
        const failed = of(evaluate(before, start + 600_000), 'failed')
        const passed = of(evaluate([...before, ...later], start + 600_000), 'passed')
        expect(passed.filter((id) => failed.includes(id))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('2,000 calls', () => {
  const count = 2000
  const manyOf = (of: (index: number) => Given) =>
    calls(...Array.from({ length: count }, (_, index) => of(index)))
  const ordinary = manyOf((index) => ({ at: index }))
  /** The milliseconds of CPU time of the fastest of five: another process may have the processor meanwhile. */
  function measure(given: RecordedCall[]): number {
    const times = [1, 2, 3, 4, 5].map(() => {
      const began = process.cpuUsage()
      evaluate(given, start + 3_000_000)
      return process.cpuUsage(began).user / 1000
    })
    return Math.min(...times)
  }

  test.each<[string, (index: number) => Given]>([
    ['429 in one burst', (index) => ({ ...limited(0, 3), took: 1, number: index })],
    ['429 in bursts that wait', (index) => limited(Math.floor(index / 50) * 5 + (index % 50) / 1000)],
    ['401 in one burst', (index) => refused(index / 10_000)],
    [
      '401 in bursts, each with a token',
      (index) => (index % 50 ? refused : token)(Math.floor(index / 50) + (index % 50) / 1000),
    ],
    ['404 of one number in a burst', (index) => missing(index / 10_000)],
    ['404, each of another number', (index) => missing(index, { msisdn: `k.${index}` })],
    ['401 and tokens in turn', (index) => (index % 2 ? token : refused)(index, { token: `${index}` })],
    [
      '429 of gateways whose clocks differ',
      (index) => ({ ...limited(index / 10_000, 3), took: 0.5, clock: { id: `${index % 4}`, errorMs: 5000 } }),
    ],
  ])('%s are evaluated in a small multiple of the time of ordinary ones', (_, of) => {
    const given = manyOf(of)
    expect(measure(given)).toBeLessThan(measure(ordinary) * 30 + 20)
  })
})
