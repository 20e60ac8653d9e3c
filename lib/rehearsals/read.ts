import type { MeteredEndpoint, RehearsalFacts } from '@/lib/usage/schema'
import { evaluate, type RecordedCall } from './evaluate'
import {
  type CaseOutcome,
  type CaseRequirement,
  type CaseResult,
  type EndReason,
  type Evidence,
  type NamedCall,
  type RehearsalCase,
  type RehearsalReport,
  type RehearsalView,
  rehearsalCases,
} from './schema'

type RecordedRow = [
  number: number,
  requestId: string,
  endpoint: MeteredEndpoint,
  status: number,
  errorCode: string | null,
  retryAfter: number | null,
  facts: RehearsalFacts,
]

/** The result of the database's `describe_rehearsal`: times in Unix milliseconds, by the database's clock. */
export type DescribedRehearsal = {
  id: string
  applicationId: string
  calls: number
  endReason: EndReason | null
  report: RehearsalReport | null
  now: number
  startedAt: number
  endsAt: number
  countedAt: number | null
  endedAt: number | null
  finishedAt: number | null
  requirements: Partial<Record<RehearsalCase, CaseRequirement>>
  recorded: RecordedRow[]
}

/**
 * After this long a call that was counted is lost if it was not recorded: twice the time that a call and its flush can
 * take.
 */
const recordedWithinMs = 30_000

/** The rehearsal with the outcome of each case, as the recorded calls show at the moment it was described. */
export function readRehearsal(described: DescribedRehearsal): RehearsalView {
  const { id, applicationId, report, startedAt, endsAt, calls } = described
  const endedAt = findEnd(described)
  return {
    id,
    applicationId,
    state: endedAt === null ? 'running' : 'ended',
    startedAt: new Date(startedAt),
    endsAt: new Date(endsAt),
    endedAt: toDate(endedAt),
    endReason: described.endReason ?? (endedAt === null ? null : 'time'),
    finishedAt: toDate(described.finishedAt),
    callsCounted: calls,
    ...(report ?? writeReport(described)),
  }
}

/** Each case's requirement; advised where nothing was chosen. */
export function readRequirements(
  chosen: DescribedRehearsal['requirements'],
): Record<RehearsalCase, CaseRequirement> {
  return Object.fromEntries(rehearsalCases.map((name) => [name, chosen[name] ?? 'advised'])) as Record<
    RehearsalCase,
    CaseRequirement
  >
}

/** Whether nothing that is still missing can arrive: it has ended, and every call was recorded or is lost. */
export function isRehearsalSettled(described: DescribedRehearsal): boolean {
  const { now, calls, recorded } = described
  const endedAt = findEnd(described)
  if (endedAt === null) return false
  return recorded.length === calls || now >= endedAt + recordedWithinMs
}

/** When it ended; null while it runs. Its time may be over before the worker writes that. */
function findEnd({ endedAt, endsAt, now }: DescribedRehearsal): number | null {
  return endedAt ?? (now >= endsAt ? endsAt : null)
}

/** The cases as the recorded calls show, with the calls that they name. */
function writeReport(described: DescribedRehearsal): RehearsalReport {
  const { now, calls, recorded } = described
  const endedAt = findEnd(described)
  const read = recorded.map(readCall)
  const missing = calls - read.length
  const lost = isRehearsalSettled(described) ? missing : countLost(described, read)
  const cases =
    lost > 0
      ? rehearsalCases.map((id) => withoutCalls(id, 'incomplete', { code: 'lost', lost, calls }))
      : missing > 0 && endedAt !== null
        ? rehearsalCases.map((id) => withoutCalls(id, 'not_yet', { code: 'recording' }))
        : evaluate(read, endedAt ?? now)
  const named = new Set(cases.flatMap(({ numbers }) => numbers))
  const requirements = readRequirements(described.requirements)
  return { cases, calls: read.filter(({ number }) => named.has(number)).map(toNamed), requirements }
}

function withoutCalls(id: RehearsalCase, outcome: CaseOutcome, evidence: Evidence): CaseResult {
  return { id, outcome, evidence, requestIds: [], numbers: [] }
}

/** Calls that were counted so long ago that they would have been recorded. */
function countLost({ now, calls, countedAt }: DescribedRehearsal, recorded: RecordedCall[]): number {
  const due = now - recordedWithinMs
  if (countedAt !== null && countedAt < due) return calls - recorded.length
  // Calls are counted in order: those before one that was counted long ago were counted earlier.
  const last = recorded.findLast(({ arrivedAt }) => arrivedAt < due)
  return last ? last.number - recorded.filter(({ number }) => number <= last.number).length : 0
}

function readCall([
  number,
  requestId,
  endpoint,
  status,
  errorCode,
  retryAfter,
  facts,
]: RecordedRow): RecordedCall {
  return { number, requestId, endpoint, status, errorCode, retryAfter, ...facts }
}

function toNamed({ number, requestId, respondedAt, endpoint, status, errorCode }: RecordedCall): NamedCall {
  return { number, requestId, at: new Date(respondedAt).toISOString(), endpoint, status, errorCode }
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}
