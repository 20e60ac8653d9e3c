import { Prisma } from '@/generated/prisma/client'
import { database } from '@/lib/database'
import type { CallFilter } from './call-log'
import { errorsInRow } from './queries'
import { coarseBounds, latencyBounds, testCode, type Usage, type UsagePoint } from './schema'

/** Which calls; the length of the intervals says where they are read from. */
type Place = { applicationId: string; from: Date; to: Date; stepMinutes: number }
type Sums = Omit<Usage, 'p50' | 'p95' | 'p99'> & { at: number; latency: number[] }

/** An hour by the minute is read from where minutes are; from hours and days, once they were summed. */
const hourMinutes = 60

/**
 * An application's calls from `from` to `to`, in steps of whole minutes (including steps without calls) and in total:
 * the percentiles of steps cannot be summed, but the buckets behind them can.
 * @param stepMinutes 1 for an hour's chart, 60 for a week's; steps begin at multiples of it in Unix time.
 *   Steps below an hour reach back as far as minutes are kept
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

/** The error codes of these calls, the most frequent first, without tests (`testCode`). */
export function listCodes({
  applicationId,
  from,
  to,
  stepMinutes,
}: Place): Promise<{ code: string; calls: number }[]> {
  return database().$queryRaw`
    SELECT code, sum(calls::bigint)::float8 AS calls
    FROM ${source(applicationId, from, to, stepMinutes * 60)} period
    CROSS JOIN LATERAL jsonb_each_text(codes) AS each (code, calls)
    WHERE code <> ${testCode} GROUP BY 1 ORDER BY 2 DESC, 1`
}

/**
 * How many of these calls match; null for what is not counted: a single status but 429, and a status together with a
 * code. A code is counted with its tests.
 */
export async function countCalls(
  { applicationId, from, to, stepMinutes }: Place,
  { status, endpoint, code }: Pick<CallFilter, 'status' | 'endpoint' | 'code'>,
): Promise<number | null> {
  const counted = code === undefined ? countOf[status ?? ''] : status === undefined && 'code'
  if (!counted) return null
  const sum =
    code === undefined
      ? Prisma.raw(counted)
      : Prisma.sql`coalesce((codes->>${code})::bigint, 0) + coalesce((codes->>${`${code}:test`})::bigint, 0)`
  const [row] = await database().$queryRaw<{ calls: number }[]>`
    SELECT coalesce(sum(${sum}), 0)::float8 AS calls
    FROM ${source(applicationId, from, to, stepMinutes * 60)} period
    WHERE ${endpoint ?? null}::text IS NULL OR endpoint = ${endpoint ?? null}::text`
  return row?.calls ?? 0
}

/** What a status counts, as the filter of the log has it. */
const countOf: Record<string, string> = {
  '': 'succeeded + refused + limited + failed',
  '2xx': 'succeeded',
  '4xx': 'refused + limited',
  429: 'limited',
  '5xx': 'failed',
}

/** Summed by the database: a busy application has 170,000 rows a month. Steps without calls are absent. */
function addUp(applicationId: string, from: Date, to: Date, step: number): Promise<Sums[]> {
  return database().$queryRaw<Sums[]>`
    SELECT (floor(extract(epoch FROM minute) / ${step}::int) * ${step}::int)::int AS at,
      sum(succeeded)::float8 AS succeeded, sum(refused)::float8 AS refused,
      sum(limited)::float8 AS limited, sum(failed)::float8 AS failed,
      sum(${errorsInRow})::float8 AS errors,
      sum(tokens_minted)::float8 AS "tokensMinted", sum(tokens_reused)::float8 AS "tokensReused",
      ARRAY[${Prisma.raw(bucketSums)}]::float8[] AS latency
    FROM ${source(applicationId, from, to, step)} period
    GROUP BY 1`
}

/** Hours are summed two days later, but minutes are kept for longer: finer steps are read from those. */
function source(applicationId: string, from: Date, to: Date, step: number): Prisma.Sql {
  const [since, before] = [from.toISOString(), to.toISOString()]
  return step < hourMinutes * 60
    ? Prisma.sql`(SELECT * FROM usage_minute WHERE application_id = ${applicationId}::uuid
        AND minute >= ${since}::timestamptz AND minute < ${before}::timestamptz)`
    : Prisma.sql`usage_of(ARRAY[${applicationId}::uuid], ${since}::timestamptz, ${before}::timestamptz)`
}

const isCoarse = (bound: number | null) => coarseBounds.some((each) => each === bound)

/** In the order of `latencyBounds`: the stored coarse buckets include the finer ones since the previous coarse one. */
const bucketSums = [...latencyBounds, null]
  .map((bound, bucket) => {
    if (bound !== null && !isCoarse(bound)) return `sum(latency_le_${bound})`
    const finer = latencyBounds.slice(latencyBounds.slice(0, bucket).findLastIndex(isCoarse) + 1, bucket)
    const column = bound === null ? 'over_1000' : `le_${bound}`
    return `sum(latency_${column}${finer.map((each) => ` - latency_le_${each}`).join('')})`
  })
  .join(', ')

function addSums(left: Sums, right: Sums): Sums {
  return {
    at: left.at,
    succeeded: left.succeeded + right.succeeded,
    refused: left.refused + right.refused,
    limited: left.limited + right.limited,
    failed: left.failed + right.failed,
    errors: left.errors + right.errors,
    tokensMinted: left.tokensMinted + right.tokensMinted,
    tokensReused: left.tokensReused + right.tokensReused,
    latency: right.latency.map((count, bucket) => count + (left.latency[bucket] ?? 0)),
  }
}

function toUsage(sums = noCalls): Usage {
  const { at: _, latency, ...counts } = sums
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latency, share))
  return { ...counts, p50: p50 ?? null, p95: p95 ?? null, p99: p99 ?? null }
}

const noCalls: Sums = {
  at: 0,
  succeeded: 0,
  refused: 0,
  limited: 0,
  failed: 0,
  errors: 0,
  tokensMinted: 0,
  tokensReused: 0,
  latency: [],
}

/**
 * Estimated as if calls were spread evenly within their bucket. Rows of the previous version have coarse buckets, which
 * makes them higher, never lower, than they were.
 */
function percentile(counts: number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let seen = 0
  for (const [bucket, count] of counts.entries()) {
    const bound = latencyBounds[bucket] ?? maxLatency
    const below = latencyBounds[bucket - 1] ?? 0
    if (count > 0 && seen + count >= all * share) {
      const estimate = below + ((all * share - seen) / count) * (bound - below)
      return Math.round(estimate * 10) / 10
    }
    seen += count
  }
  return maxLatency
}

const maxLatency = latencyBounds[latencyBounds.length - 1] as number
