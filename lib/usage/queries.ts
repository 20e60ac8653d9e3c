import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import {
  type CallOutcome,
  type FirstStep,
  latencyBounds,
  type MeteredEndpoint,
  recentCallsKept,
  type Usage,
  type UsagePoint,
} from './schema'

type Sums = Omit<Usage, 'p50' | 'p95'> & { at: number; latency: number[] }

/**
 * An application's calls from `from` to `to`, in steps of whole minutes (including steps without calls) and in total:
 * the percentiles of steps cannot be summed, but the buckets behind them can.
 * @param stepMinutes 1 for an hour's chart, 60 for a week's; steps begin at multiples of it in Unix time
 */
export async function findUsage(
  applicationId: string,
  from: Date,
  to: Date,
  stepMinutes: number,
): Promise<{ points: UsagePoint[]; total: Usage }> {
  const step = stepMinutes * 60
  const sums = new Map((await addUp(applicationId, from, to, step)).map((row) => [row.at, row]))
  const points: UsagePoint[] = []
  for (let at = Math.floor(from.getTime() / 1000 / step) * step; at * 1000 < to.getTime(); at += step)
    points.push({ at: new Date(at * 1000), ...toUsage(sums.get(at)) })
  return { points, total: toUsage([...sums.values()].reduce(addSums, noCalls)) }
}

/** The range of statuses of each outcome, as the meter classifies them. */
const outcomes: Record<CallOutcome, object> = {
  succeeded: { lt: 400 },
  refused: { gte: 400, lt: 500, not: 429 },
  limited: { equals: 429 },
  failed: { gte: 500 },
}

/**
 * The last calls of an application, newest first, for debugging by its owners. Each gateway writes about once a second,
 * so the order of ids follows time only roughly.
 */
export async function findRecentCalls(
  applicationId: string,
  { outcome, endpoint }: { outcome?: CallOutcome; endpoint?: MeteredEndpoint } = {},
  limit = recentCallsKept,
) {
  const calls = await database().recentCall.findMany({
    where: { applicationId, endpoint, status: outcome && outcomes[outcome] },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return calls.sort((one, other) => other.at.getTime() - one.at.getTime() || Number(other.id - one.id))
}

/**
 * The application's calls with this request id, newest first: callers choose the id, and may use it more than once.
 * Empty for an unknown or malformed id, and for another application's call.
 */
export function findCallsOfRequest(applicationId: string, requestId: string) {
  const where = { applicationId, requestId: isUuid(requestId) ? requestId : { in: [] } }
  return database().recentCall.findMany({ where, orderBy: { id: 'desc' }, take: recentCallsKept })
}

/** The newest of the application's last calls with this error code, or null. */
export function findLastCallWithCode(applicationId: string, errorCode: string) {
  return database().recentCall.findFirst({ where: { applicationId, errorCode }, orderBy: { id: 'desc' } })
}

/**
 * Which of the first steps an application's real calls have completed, as far back as usage is kept.
 *
 * `refusalHandled`: a token after client authentication failed (401; only such refusals at the token endpoint can be
 * attributed to an application). `unknownAccount`: found among the last calls; after that call is no longer kept, any
 * refusal at the account endpoint counts, so that a completed step stays completed.
 */
export async function findFirstSteps(applicationId: string): Promise<Record<FirstStep, boolean>> {
  const [steps] = await database().$queryRaw<Record<FirstStep, boolean>[]>`
    SELECT coalesce(bool_or(endpoint = 'token' AND succeeded > 0), false) AS "token",
      coalesce(bool_or(endpoint = 'account' AND succeeded > 0), false) AS "balance",
      coalesce(kept.unknown, bool_or(endpoint = 'account' AND refused > 0 AND minute < kept.since), false)
        AS "unknownAccount",
      coalesce(max(minute) FILTER (WHERE endpoint = 'token' AND succeeded > 0)
        >= min(minute) FILTER (WHERE endpoint = 'token' AND refused > 0), false) AS "refusalHandled",
      coalesce(bool_or(endpoint = 'account' AND limited > 0), false) AS "limitMet"
    FROM (SELECT bool_or(error_code = 'account_not_found') FILTER (WHERE error_code = 'account_not_found') AS unknown,
            min(at) - interval '1 minute' AS since
          FROM recent_call WHERE application_id = ${applicationId}::uuid) kept
    LEFT JOIN usage_of(${applicationId}::uuid, '-infinity', 'infinity') ON true
    GROUP BY kept.unknown, kept.since`
  return steps as Record<FirstStep, boolean>
}

/** Summed by the database: a busy application has 170,000 rows a month. Steps without calls are absent. */
function addUp(applicationId: string, from: Date, to: Date, step: number): Promise<Sums[]> {
  return database().$queryRaw<Sums[]>`
    SELECT (floor(extract(epoch FROM minute) / ${step}::int) * ${step}::int)::int AS at,
      sum(succeeded)::int AS succeeded, sum(refused)::int AS refused,
      sum(limited)::int AS limited, sum(failed)::int AS failed,
      sum(tokens_minted)::int AS "tokensMinted", sum(tokens_reused)::int AS "tokensReused",
      ARRAY[sum(latency_le_5), sum(latency_le_10), sum(latency_le_25), sum(latency_le_50), sum(latency_le_100),
        sum(latency_le_250), sum(latency_le_1000), sum(latency_over_1000)]::int[] AS latency
    FROM usage_of(${applicationId}::uuid, ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)
    GROUP BY 1`
}

function addSums(left: Sums, right: Sums): Sums {
  return {
    at: left.at,
    succeeded: left.succeeded + right.succeeded,
    refused: left.refused + right.refused,
    limited: left.limited + right.limited,
    failed: left.failed + right.failed,
    tokensMinted: left.tokensMinted + right.tokensMinted,
    tokensReused: left.tokensReused + right.tokensReused,
    latency: right.latency.map((count, bucket) => count + (left.latency[bucket] ?? 0)),
  }
}

function toUsage(sums = noCalls): Usage {
  const { at: _, latency, ...counts } = sums
  return { ...counts, p50: percentile(latency, 0.5), p95: percentile(latency, 0.95) }
}

const noCalls: Sums = {
  at: 0,
  succeeded: 0,
  refused: 0,
  limited: 0,
  failed: 0,
  tokensMinted: 0,
  tokensReused: 0,
  latency: [],
}

function percentile(counts: number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let seen = 0
  const index = counts.findIndex((count) => {
    seen += count
    return seen >= all * share
  })
  return latencyBounds[index] ?? Number.POSITIVE_INFINITY
}
