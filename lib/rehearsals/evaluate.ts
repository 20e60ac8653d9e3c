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
type Predicate = (calls: RecordedCall[], until: number) => Shown

const balancesWanted = 10
const unknownPauseMs = 60_000
const recentCalls = 20
/** What timers of programs, and clocks that are read over a network, may be off by. */
const toleranceMs = 100
/** For how long after a response calls may arrive that a program with parallel calls sent before it received that. */
const inFlightMs = 250

const nothingYet: Shown = { outcome: 'not_yet', evidence: { code: 'nothing_yet' }, calls: [] }

const predicates: Record<RehearsalCase, Predicate> = {
  token: showToken,
  token_reused: showTokenReused,
  active_account: (calls) => showAccount(calls, 'active'),
  suspended_account: (calls) => showAccount(calls, 'suspended'),
  unknown_account: showUnknownAccount,
  expired_token: showExpiredToken,
  quota_exceeded: (calls, until) => showPause(calls, until, 429),
  unavailable: (calls, until) => showPause(calls, until, 503),
  clean_requests: showCleanRequests,
}

/**
 * The outcome of each case.
 * @param calls all calls of the rehearsal until now
 * @param until the moment up to which they are known, in Unix milliseconds
 */
export function evaluate(calls: RecordedCall[], until: number): CaseResult[] {
  const ordered = [...calls].sort(
    (one, other) => one.arrivedAt - other.arrivedAt || one.number - other.number,
  )
  return Object.entries(predicates).map(([id, show]) => {
    const { outcome, evidence, calls: shown } = show(ordered, until)
    const requestIds = shown.slice(0, maxRequestIds).map(({ requestId }) => requestId)
    return { id: id as RehearsalCase, outcome, evidence, requestIds }
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
function showToken(calls: RecordedCall[]): Shown {
  const call = calls.find(isToken)
  return call ? passed({ code: 'token_obtained' }, [call]) : nothingYet
}

/** `token_reused`: at least ten balances with one token. */
function showTokenReused(calls: RecordedCall[]): Shown {
  const byToken = new Map<string, RecordedCall[]>()
  for (const call of calls) {
    if (!isBalance(call) || call.token === null) continue
    const same = byToken.get(call.token)
    if (same) same.push(call)
    else byToken.set(call.token, [call])
  }
  const [most] = [...byToken.values()].sort((one, other) => other.length - one.length)
  if (!most) return nothingYet
  const evidence = { code: 'balances_with_one_token', balances: most.length } as const
  return most.length >= balancesWanted
    ? passed(evidence, most.slice(0, balancesWanted))
    : notYet(evidence, most)
}

/** `active_account`, `suspended_account`: got the balance of one. */
function showAccount(calls: RecordedCall[], account: string): Shown {
  const call = calls.find((each) => isBalance(each) && each.account === account)
  return call ? passed({ code: 'account_read' }, [call]) : nothingYet
}

/** `unknown_account`: got a 404 and did not request the same number again within 60 s. */
function showUnknownAccount(calls: RecordedCall[], until: number): Shown {
  const unknown = calls.filter(({ endpoint, status }) => endpoint === 'account' && status === 404)
  const [first] = unknown
  if (!first) return nothingYet
  const keys = new Set(calls.flatMap(({ msisdn }) => msisdn?.split('.')[0] ?? []))
  if (keys.size > 1 || unknown.some(({ msisdn }) => msisdn === null))
    return { outcome: 'incomplete', evidence: { code: 'keys_changed' }, calls: unknown }
  for (const miss of unknown) {
    const again = findNext(calls, miss, unknownPauseMs, (call) => call.msisdn === miss.msisdn)
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
 * over, counted from the response. Calls that were in flight are ignored.
 */
function showPause(calls: RecordedCall[], until: number, status: number): Shown {
  const refusals = calls.filter((call) => call.status === status && call.endpoint === 'account')
  let waited: RecordedCall | undefined
  for (const refusal of refusals) {
    const retryAfter = refusal.retryAfter ?? 0
    const again = findNext(calls, refusal, retryAfter * 1000 - toleranceMs)
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

/** The first call to the same endpoint that was sent after the response to `call`, but within `ms` of it. */
function findNext(
  calls: RecordedCall[],
  call: RecordedCall,
  ms: number,
  matches: (next: RecordedCall) => boolean = () => true,
): RecordedCall | undefined {
  const until = call.respondedAt + ms
  const inFlight = findInFlight(calls, call)
  for (let place = calls.indexOf(call) + 1; place < calls.length; place += 1) {
    const next = calls[place] as RecordedCall
    if (next.arrivedAt >= until) return undefined
    if (next.endpoint === call.endpoint && matches(next) && !inFlight(next)) return next
  }
  return undefined
}

/**
 * Whether a call may have been sent before the response to `call` was received. Of a program that makes one call after the
 * other, only those that arrived before it; of one with parallel calls, also those that arrived shortly after.
 */
function findInFlight(calls: RecordedCall[], call: RecordedCall): (next: RecordedCall) => boolean {
  const isParallel = () =>
    calls.some(
      (other) => other !== call && other.arrivedAt < call.respondedAt && other.respondedAt > call.arrivedAt,
    )
  return ({ arrivedAt }) =>
    arrivedAt <= call.respondedAt || (arrivedAt <= call.respondedAt + inFlightMs && isParallel())
}

/**
 * `expired_token`: a 401, then exactly one successful token request before the next call with a token. A call with the
 * same token again, before a token was requested, is a failure, unless it was in flight.
 */
function showExpiredToken(calls: RecordedCall[]): Shown {
  const refusals = calls.filter(({ errorCode }) => errorCode === 'invalid_token')
  let renewed: RecordedCall[] | undefined
  for (const refusal of refusals) {
    const { again, tokens } = followRefusal(calls, refusal)
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

/** What follows a 401, up to the first call after a token was obtained. */
function followRefusal(calls: RecordedCall[], refusal: RecordedCall) {
  const tokens: RecordedCall[] = []
  const inFlight = findInFlight(calls, refusal)
  let requested = false
  for (const call of calls) {
    if (call === refusal || call.arrivedAt <= refusal.respondedAt) continue
    if (call.endpoint === 'token') requested = true
    if (isToken(call)) tokens.push(call)
    if (call.endpoint !== 'account') continue
    if (tokens.some((token) => call.arrivedAt > token.respondedAt)) break
    if (!requested && !inFlight(call) && call.token === refusal.token) return { again: call, tokens }
  }
  return { again: undefined, tokens }
}

/** `clean_requests`: no 400 in the last 20 calls. */
function showCleanRequests(calls: RecordedCall[]): Shown {
  const last = calls.toSorted((one, other) => one.number - other.number).slice(-recentCalls)
  if (last.length === 0) return nothingYet
  const bad = last.filter(({ status }) => status === 400)
  if (bad.length > 0) return failed({ code: 'bad_requests', bad: bad.length, calls: last.length }, bad)
  return passed({ code: 'clean', calls: last.length }, last.slice(-1))
}
