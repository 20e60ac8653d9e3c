import type { MeteredEndpoint, RehearsalFacts } from '@/lib/usage/schema'
import { type CaseOutcome, type CaseResult, type Evidence, maxRequestIds, type RehearsalCase } from './schema'

/** A call of a rehearsal. `number`: its place among the rehearsal's calls, from 1; `retryAfter` in seconds. */
export type RecordedCall = RehearsalFacts & {
  number: number
  requestId: string
  endpoint: MeteredEndpoint
  status: number
  errorCode: string | null
  retryAfter: number | null
}

type Shown = { outcome: CaseOutcome; evidence: Evidence; calls: RecordedCall[] }

/** The calls that cases look at: all and those of the account endpoint, in the order of their arrival. */
type Seen = { calls: RecordedCall[]; balances: RecordedCall[]; until: number }
type Predicate = (seen: Seen) => Shown

const balancesWanted = 10
const unknownPauseMs = 60_000
const recentCalls = 20
/** The tolerance for timers of programs. */
const toleranceMs = 100

const nothingYet: Shown = { outcome: 'not_yet', evidence: { code: 'nothing_yet' }, calls: [] }

const predicates: Record<RehearsalCase, Predicate> = {
  token: showToken,
  token_reused: showTokenReused,
  active_account: (seen) => showAccount(seen, 'active'),
  suspended_account: (seen) => showAccount(seen, 'suspended'),
  unknown_account: showUnknownAccount,
  expired_token: showExpiredToken,
  quota_exceeded: (seen) => showPause(seen, 429),
  unavailable: (seen) => showPause(seen, 503),
  clean_requests: showCleanRequests,
}

/**
 * The outcome of each case. Whether a refusal was respected depends on the calls that were received between
 * its response and the end of the pause, and on no others: later calls never change it. A call that was
 * received before a response was sent was in flight, and is ignored for that response alone.
 * @param recorded all calls of the rehearsal until now
 * @param until the moment up to which they are known, in Unix milliseconds
 */
export function evaluate(recorded: RecordedCall[], until: number): CaseResult[] {
  const calls = alignClocks(recorded).toSorted(
    (one, other) => one.arrivedAt - other.arrivedAt || one.number - other.number,
  )
  const balances = calls.filter(({ endpoint }) => endpoint === 'account')
  const seen = { calls, balances, until }
  return Object.entries(predicates).map(([id, show]) => {
    const { outcome, evidence, calls: shown } = show(seen)
    const named = shown.slice(0, maxRequestIds)
    return {
      id: id as RehearsalCase,
      outcome,
      evidence,
      requestIds: named.map(({ requestId }) => requestId),
      numbers: named.map(({ number }) => number),
    }
  })
}

function passed(evidence: Evidence, calls: RecordedCall[]): Shown {
  return { outcome: 'passed', evidence, calls }
}

function failed(evidence: Evidence, calls: RecordedCall[]): Shown {
  return { outcome: 'failed', evidence, calls }
}

function notYet(evidence: Evidence, calls: RecordedCall[]): Shown {
  return { outcome: 'not_yet', evidence, calls }
}

const isToken = ({ endpoint, status }: RecordedCall) => endpoint === 'token' && status === 200
const isBalance = ({ endpoint, status }: RecordedCall) => endpoint === 'account' && status === 200
const secondsBetween = (from: number, to: number) => Math.max(0, Math.round((to - from) / 100) / 10)

/** `token`: obtained one. */
function showToken({ calls }: Seen): Shown {
  const call = calls.find(isToken)
  return call ? passed({ code: 'token_obtained' }, [call]) : nothingYet
}

/** `token_reused`: at least ten balances with one token. */
function showTokenReused({ balances }: Seen): Shown {
  const byToken = groupBy(balances.filter(isBalance), 'token')
  const [most] = [...byToken.values()].sort((one, other) => other.length - one.length)
  if (!most) return nothingYet
  const evidence = { code: 'balances_with_one_token', balances: most.length } as const
  return most.length >= balancesWanted
    ? passed(evidence, most.slice(0, balancesWanted))
    : notYet(evidence, most)
}

/** Without those that have none. */
function groupBy(calls: RecordedCall[], by: 'token' | 'msisdn'): Map<string, RecordedCall[]> {
  const groups = new Map<string, RecordedCall[]>()
  for (const call of calls) {
    const key = call[by]
    if (key === null) continue
    const same = groups.get(key)
    if (same) same.push(call)
    else groups.set(key, [call])
  }
  return groups
}

/** `active_account`, `suspended_account`: got the balance of one. */
function showAccount({ balances }: Seen, account: string): Shown {
  const call = balances.find((each) => isBalance(each) && each.account === account)
  return call ? passed({ code: 'account_read' }, [call]) : nothingYet
}

/** `unknown_account`: got a 404 and did not request the same number again within 60 s. */
function showUnknownAccount({ calls, balances, until }: Seen): Shown {
  const unknown = balances.filter(({ status }) => status === 404)
  const [first] = unknown
  if (!first) return nothingYet
  const keys = new Set(calls.flatMap(({ msisdn }) => msisdn?.split('.')[0] ?? []))
  if (keys.size > 1 || unknown.some(({ msisdn }) => msisdn === null))
    return { outcome: 'incomplete', evidence: { code: 'keys_changed' }, calls: unknown }
  const byNumber = groupBy(balances, 'msisdn')
  for (const miss of unknown) {
    const again = findNext(byNumber.get(miss.msisdn as string) ?? [], miss, unknownPauseMs)
    if (!again) continue
    const afterSeconds = secondsBetween(miss.respondedAt, again.arrivedAt)
    return failed({ code: 'unknown_repeated', afterSeconds }, [miss, again])
  }
  const watched = Math.min(until - first.respondedAt, unknownPauseMs)
  return passed({ code: 'unknown_not_repeated', watchedSeconds: Math.max(0, Math.floor(watched / 1000)) }, [
    first,
  ])
}

/**
 * `quota_exceeded`, `unavailable`: a response with this status, and no call to that endpoint before its Retry-After was
 * over, counted from the response.
 */
function showPause({ balances, until }: Seen, status: number): Shown {
  const refusals = balances.filter((call) => call.status === status)
  let waited: RecordedCall | undefined
  for (const refusal of refusals) {
    const retryAfter = refusal.retryAfter ?? 0
    const again = findNext(balances, refusal, retryAfter * 1000 - toleranceMs)
    if (again) {
      const afterSeconds = secondsBetween(refusal.respondedAt, again.arrivedAt)
      return failed({ code: 'called_again', afterSeconds, retryAfter }, [refusal, again])
    }
    if (until >= refusal.respondedAt + retryAfter * 1000) waited = refusal
  }
  if (waited) return passed({ code: 'waited', retryAfter: waited.retryAfter ?? 0 }, [waited])
  const [refusal] = refusals
  return refusal ? notYet({ code: 'waiting', retryAfter: refusal.retryAfter ?? 0 }, [refusal]) : nothingYet
}

/** The first of `calls` that arrived after the response to `call`, but surely within `ms` of it. */
function findNext(calls: RecordedCall[], call: RecordedCall, ms: number): RecordedCall | undefined {
  const until = call.respondedAt + ms
  for (let place = findPlaceAfter(calls, call.respondedAt); place < calls.length; place++) {
    const next = calls[place] as RecordedCall
    if (next.arrivedAt >= until) return undefined
    if (next.arrivedAt + clocksApart(call, next) < until) return next
  }
  return undefined
}

/** The place of the first call that arrived after a moment. */
function findPlaceAfter(calls: RecordedCall[], moment: number): number {
  let [low, high] = [0, calls.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((calls[middle] as RecordedCall).arrivedAt > moment) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * `expired_token`: a 401, then exactly one successful token request before the next call with a token. A call with the
 * same token again, before a token was requested, is a failure.
 */
function showExpiredToken({ calls }: Seen): Shown {
  const seen = calls.filter(({ endpoint }) => endpoint === 'account' || endpoint === 'token')
  const obtained = seen.filter(isToken)
  const refusals = seen.filter(({ errorCode }) => errorCode === 'invalid_token')
  const runEnds = findRunEnds(seen)
  let renewed: RecordedCall[] | undefined
  for (const refusal of refusals) {
    const { again, tokens } = followRefusal({ calls: seen, runEnds, obtained }, refusal)
    if (again)
      return failed(
        { code: 'old_token_repeated', afterSeconds: secondsBetween(refusal.respondedAt, again.arrivedAt) },
        [refusal, again],
      )
    if (tokens.length > 1)
      return failed({ code: 'token_renewed_twice', tokens: tokens.length }, [refusal, ...tokens])
    if (tokens.length === 1) renewed ??= [refusal, ...tokens]
  }
  if (renewed) return passed({ code: 'token_renewed' }, renewed)
  return refusals[0] ? notYet({ code: 'token_not_renewed' }, [refusals[0]]) : nothingYet
}

/** `obtained`: those of `calls` that obtained a token; `runEnds` see {@link findRunEnds}. */
type FollowedCalls = { calls: RecordedCall[]; runEnds: number[]; obtained: RecordedCall[] }

/**
 * What follows a 401, up to the first call after a token was obtained. Another part of the program may have
 * requested that token before this 401 was sent; and once a part uses another token, only the next one can be
 * for this 401.
 */
function followRefusal(
  { calls, runEnds, obtained }: FollowedCalls,
  { arrivedAt, respondedAt, token }: RecordedCall,
): { again?: RecordedCall; tokens: RecordedCall[] } {
  const overlapping = obtained
    .slice(0, findPlaceAfter(obtained, respondedAt))
    .find((call) => call.respondedAt > arrivedAt)
  let requested = overlapping !== undefined
  let obtainedAt = overlapping?.respondedAt ?? Number.POSITIVE_INFINITY
  const tokens: RecordedCall[] = []
  let place = findPlaceAfter(calls, respondedAt)
  while (place < calls.length) {
    const call = calls[place] as RecordedCall
    if (call.endpoint === 'token') {
      requested = true
      if (isToken(call)) {
        tokens.push(call)
        obtainedAt = Math.min(obtainedAt, call.respondedAt)
      }
      place++
    } else if (call.arrivedAt > obtainedAt || call.token !== token) {
      break
    } else if (requested) {
      place = Math.min(runEnds[place] as number, findPlaceAfter(calls, obtainedAt))
    } else {
      return { again: call, tokens }
    }
  }
  const next = obtained[findPlaceAfter(obtained, arrivedAt)]
  return { tokens: tokens.length === 0 && next ? [next] : tokens }
}

/** For each place, the next one that is not a call to the same endpoint with the same token. */
function findRunEnds(calls: RecordedCall[]): number[] {
  const ends: number[] = new Array(calls.length)
  for (let place = calls.length - 1; place >= 0; place--) {
    const [call, next] = [calls[place], calls[place + 1]]
    const same = next && call?.endpoint === next.endpoint && call.token === next.token
    ends[place] = same ? (ends[place + 1] as number) : place + 1
  }
  return ends
}

/** `clean_requests`: no 400 in the last 20 calls. */
function showCleanRequests({ calls }: Seen): Shown {
  const last = calls.toSorted((one, other) => one.number - other.number).slice(-recentCalls)
  if (last.length === 0) return nothingYet
  const bad = last.filter(({ status }) => status === 400)
  if (bad.length > 0) return failed({ code: 'bad_requests', bad: bad.length, calls: last.length }, bad)
  return passed({ code: 'clean', calls: last.length }, last.slice(-1))
}

type Timed = Pick<RehearsalFacts, 'arrivedAt' | 'respondedAt' | 'clock'> & { number: number }

/**
 * The calls with times that keep their distance within each gateway: one that came to know the database's
 * clock better has moved its own, and a call right after a response could seem to come before it. The first
 * call of a gateway decides, so that later ones change nothing.
 */
function alignClocks<Call extends Timed>(calls: Call[]): Call[] {
  const offsets = new Map<string, number>()
  return calls
    .toSorted((one, other) => one.number - other.number)
    .map((call) => {
      const { clock } = call
      if (clock?.offset === undefined) return call
      const shift = (offsets.get(clock.id) ?? clock.offset) - clock.offset
      if (!offsets.has(clock.id)) offsets.set(clock.id, clock.offset)
      return {
        ...call,
        arrivedAt: call.arrivedAt + shift,
        respondedAt: call.respondedAt + shift,
        clock: { ...clock, errorMs: clock.errorMs + Math.abs(shift) },
      }
    })
}

/** By how many milliseconds the times of two calls may be wrong towards each other. */
function clocksApart({ clock: one }: Timed, { clock: other }: Timed): number {
  return one?.id === other?.id ? 0 : (one?.errorMs ?? 0) + (other?.errorMs ?? 0)
}
