import { Prisma } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
import { defaultLimit, limitOf } from '@/lib/applications/queries'
import { hourMs, now } from '@/lib/clock'
import { database } from '@/lib/database'
import type { RefusalCause } from '@/lib/oauth/errors'
import { rangeBegins } from './range'

/** A hint to an application's owners, from its traffic of the last 24 hours. */
export type Hint =
  /** A token was requested before most calls; `wasted` requests returned one that the program already had. */
  | { kind: 'token_per_call'; wasted: number }
  /** Credentials were used at the other environment's URL; counted among the last calls only. */
  | { kind: 'wrong_environment'; calls: number }
  /** A retiring secret is in use although there is a newer one. */
  | { kind: 'secret_retires'; at: Date }
  /** In that many minutes at least 80 % of the limit was used; `peak` is the number of calls in the busiest. */
  | { kind: 'limit_near'; minutes: number; peak: number; limit: number }

type Row = {
  applicationId: string
  environment: Environment
  rateLimit: number | null
  reused: number
  calls: number
  minutes: number
  peak: number
  wrong: number
  retiresAt: Date | null
}

/** A few workers that each request a token once in its lifetime waste nothing worth a hint. */
const minWasted = 20
const nearly = 0.8
/** One test that deliberately reaches the limit takes one minute, or two. */
const minMinutes = 3
const soonHours = 72

/** The hints for one application. The caller has checked the right to see it. */
export async function findHints(applicationId: string): Promise<Hint[]> {
  const [row] = await read(Prisma.sql`AND a.id = ${applicationId}::uuid`)
  return row ? toHints(row) : []
}

/** Every application that is served and has hints, ordered by id. */
export async function listHintedApplications(): Promise<{ applicationId: string; hints: Hint[] }[]> {
  const found = (await read(Prisma.empty)).map((row) => ({
    applicationId: row.applicationId,
    hints: toHints(row),
  }))
  return found.filter(({ hints }) => hints.length > 0)
}

/** Sums of the stored usage; an application without calls and without an ending secret has no row. */
function read(which: Prisma.Sql): Promise<Row[]> {
  const at = now()
  const since = rangeBegins('day', at).toISOString()
  const soon = new Date(at.getTime() + soonHours * hourMs).toISOString()
  return database().$queryRaw<Row[]>`
    SELECT a.id AS "applicationId", a.environment, a.rate_limit AS "rateLimit", coalesce(u.reused, 0) AS reused, coalesce(u.calls, 0) AS calls,
      coalesce(u.minutes, 0) AS minutes, coalesce(u.peak, 0) AS peak, coalesce(r.wrong, 0) AS wrong,
      s.retires_at AS "retiresAt"
    FROM application a
    LEFT JOIN LATERAL (
      SELECT sum(tokens_reused)::int AS reused, sum(m.calls) FILTER (WHERE endpoint = 'account')::int AS calls,
        max(m.calls) FILTER (WHERE endpoint = 'account') AS peak,
        count(*) FILTER (WHERE endpoint = 'account' AND m.calls >= ${nearly}::numeric * l.per_minute)::int AS minutes
      FROM (SELECT endpoint, tokens_reused, succeeded + refused + limited + failed AS calls FROM usage_minute
            WHERE application_id = a.id AND minute >= ${since}::timestamptz) m,
        (SELECT coalesce(a.rate_limit, nullif(CASE a.environment WHEN 'sandbox' THEN ${defaultLimit('sandbox')}::int
                                              ELSE ${defaultLimit('production')}::int END, 0)) AS per_minute) l
    ) u ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS wrong FROM recent_call
      WHERE application_id = a.id AND at >= ${since}::timestamptz AND hint = ${'other_environment' satisfies RefusalCause}
    ) r ON true
    LEFT JOIN LATERAL (
      SELECT old.retires_at FROM client_secret old
      JOIN client_secret new ON new.application_id = a.id AND new.revoked_at IS NULL AND new.retires_at IS NULL
      WHERE old.application_id = a.id AND old.revoked_at IS NULL AND old.retires_at > ${at.toISOString()}::timestamptz
        AND old.retires_at <= ${soon}::timestamptz AND old.last_used_at > new.created_at
      LIMIT 1
    ) s ON true
    WHERE a.state IN ('active', 'activating')
      AND (u.reused > 0 OR u.minutes > 0 OR r.wrong > 0 OR s.retires_at IS NOT NULL) ${which}
    ORDER BY a.id`
}

function toHints(row: Row): Hint[] {
  const hints: Hint[] = []
  // Half of the calls or more: a program that uses each token for two calls already keeps it.
  if (row.reused >= minWasted && row.reused * 2 >= row.calls)
    hints.push({ kind: 'token_per_call', wasted: row.reused })
  if (row.wrong > 0) hints.push({ kind: 'wrong_environment', calls: row.wrong })
  if (row.retiresAt) hints.push({ kind: 'secret_retires', at: row.retiresAt })
  if (row.minutes >= minMinutes)
    hints.push({ kind: 'limit_near', minutes: row.minutes, peak: row.peak, limit: limitOf(row) })
  return hints
}
