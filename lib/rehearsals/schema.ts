import { z } from 'zod'
import type { MeteredEndpoint } from '@/lib/usage/schema'

/** The test cases, in the order in which they are shown. */
export const rehearsalCases = [
  'token',
  'token_reused',
  'active_account',
  'suspended_account',
  'unknown_account',
  'expired_token',
  'quota_exceeded',
  'unavailable',
  'clean_requests',
] as const
export type RehearsalCase = (typeof rehearsalCases)[number]

/** An administrator's setting of a case. `required`: Production applications are only submitted once it has passed. */
export const caseRequirements = ['required', 'advised', 'off'] as const
export type CaseRequirement = (typeof caseRequirements)[number]

/** `incomplete`: a call of the rehearsal could not be recorded, so the case can neither pass nor fail. */
export const caseOutcomes = ['passed', 'not_yet', 'failed', 'incomplete'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

/** Why it ended: on request, with call 2,001, after 24 hours, or because the application was suspended or deleted. */
export const endReasons = ['requested', 'calls', 'time', 'stopped'] as const
export type EndReason = (typeof endReasons)[number]

/** Calls that count in one rehearsal. */
export const maxRehearsalCalls = 2000

/** Calls that one case names at most. */
export const maxRequestIds = 20

/** The evidence, as a code and its numbers; `describeEvidence` puts it into words. Seconds may have a decimal. */
export type Evidence =
  | { code: 'nothing_yet' }
  | { code: 'lost'; lost: number; calls: number }
  | { code: 'recording' }
  | { code: 'token_obtained' }
  | { code: 'balances_with_one_token'; balances: number }
  | { code: 'account_read' }
  | { code: 'unknown_not_repeated'; watchedSeconds: number }
  | { code: 'unknown_repeated'; afterSeconds: number }
  | { code: 'keys_changed' }
  | { code: 'token_renewed' }
  | { code: 'token_not_renewed' }
  | { code: 'token_renewed_twice'; tokens: number }
  | { code: 'old_token_repeated'; afterSeconds: number }
  | { code: 'waiting'; retryAfter: number }
  | { code: 'waited'; retryAfter: number }
  | { code: 'called_again'; afterSeconds: number; retryAfter: number }
  | { code: 'clean'; calls: number }
  | { code: 'bad_requests'; bad: number; calls: number }

/**
 * One case of a rehearsal. `requestIds`: the calls that show it, oldest first, at most 20; `numbers`: their
 * places among the rehearsal's calls, as callers choose request ids and may use one for several.
 */
export type CaseResult = {
  id: RehearsalCase
  outcome: CaseOutcome
  evidence: Evidence
  requestIds: string[]
  numbers: number[]
}

/**
 * A call that a case names. `number`: its place among the rehearsal's calls, from 1; `at`: ISO 8601, when it
 * was responded to, by the database's clock.
 */
export type NamedCall = {
  number: number
  requestId: string
  at: string
  endpoint: MeteredEndpoint
  status: number
  errorCode: string | null
  /** Only of a finished rehearsal, which keeps them for longer than the log. */
  kept?: RehearsalRequest
}

/** A call that counts, as the log of a running rehearsal shows it. */
export type RehearsalCall = Pick<NamedCall, 'number' | 'requestId' | 'at' | 'endpoint' | 'status'> & {
  latencyMs: number
}

/**
 * What a report keeps of a call for everyone who reads it, reviewers too: neither the caller's address nor
 * the requested number. `response`: headers and body of an error as it was sent; null for a success, which
 * held a token or a balance.
 */
export type RehearsalRequest = { method: string | null; latencyMs: number; response: string | null }

/**
 * The cases, whatever an administrator asks of them, what was asked of each, and the calls that they name. Of
 * a finished rehearsal, all this is kept as it was then.
 */
export type RehearsalReport = {
  cases: CaseResult[]
  calls: NamedCall[]
  requirements: Record<RehearsalCase, CaseRequirement>
  /** Of a finished one: what the application was called then. */
  applicationName?: string
}

/**
 * A rehearsal with its cases. While it runs, they are as the recorded calls show now. Once it has ended they
 * are `not_yet` for some seconds, until gateways have written the last calls; with `finishedAt` they never
 * change.
 */
export type RehearsalView = RehearsalReport & {
  id: string
  applicationId: string
  state: 'running' | 'ended'
  startedAt: Date
  /** 24 hours after its start. */
  endsAt: Date
  endedAt: Date | null
  endReason: EndReason | null
  /** When its report was frozen. */
  finishedAt: Date | null
  /** The calls that count. */
  callsCounted: number
}

/** A form with a field for each case, named by it. Issues are keys of messages. */
export const caseRequirementsSchema = z.object(
  Object.fromEntries(
    rehearsalCases.map((name) => [name, z.enum(caseRequirements, 'requirement_required')]),
  ) as Record<RehearsalCase, z.ZodEnum<{ [Each in CaseRequirement]: Each }>>,
)

/** The cases that are not off, in order. */
export function shownCases({
  cases,
  requirements,
}: Pick<RehearsalView, 'cases' | 'requirements'>): CaseResult[] {
  return cases.filter(({ id }) => requirements[id] !== 'off')
}

/** How many of the cases that are not off have passed. */
export function countPassed(view: Pick<RehearsalView, 'cases' | 'requirements'>) {
  const cases = shownCases(view)
  return { passed: cases.filter(({ outcome }) => outcome === 'passed').length, count: cases.length }
}

/** The required cases that this rehearsal, if there is one, has not shown to pass. */
export function listUnpassed(
  requirements: Record<RehearsalCase, CaseRequirement>,
  rehearsal: Pick<RehearsalView, 'cases'> | null,
): RehearsalCase[] {
  return rehearsalCases.filter(
    (id) =>
      requirements[id] === 'required' &&
      !rehearsal?.cases.some((each) => each.id === id && each.outcome === 'passed'),
  )
}
