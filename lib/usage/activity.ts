import type { ApplicationState, Environment, TeamRole } from '@/generated/prisma/enums'
import { limitOf } from '@/lib/applications/queries'
import { rights } from '@/lib/applications/rights'
import { answeredStates } from '@/lib/applications/states'
import { dayMs, hourMs } from '@/lib/clock'
import { database } from '@/lib/database'
import { errorsInRow } from './queries'
import { rangeBegins } from './range'
import type { Calls, Hour } from './schema'

/** An application and its recent activity, as a member of its team sees it at a glance. */
export type Activity = {
  id: string
  name: string
  environment: Environment
  state: ApplicationState
  role: TeamRole
  /** The name of the organisation that it is of; null for a personal one. */
  organisation: string | null
  /** The Sandbox application that it was promoted from. */
  sandboxId: string | null
  /** The last 24 hours, oldest first, by the clock: the newest is not over yet. */
  hours: Hour[]
  /** The sum of `hours`. */
  day: Calls
  /** The last 60 minutes. */
  lately: Calls
  /** The rest of the 24 hours, and the seven days that end a day earlier if there were errors lately. */
  usually: Calls
  /** Calls at the account endpoint in the busiest minute of the 24 hours. */
  peak: number
  /** The limit on calls at the account endpoint a minute; 0 is unlimited. */
  limit: number
  /** To the minute if it was within the 24 hours. */
  lastCallAt: Date | null
  /** When the previous secret ends; null if there is none that works. */
  oldSecretEndsAt: Date | null
  /**
   * Whether the previous secret was used after the current one was issued; null while that is unknown, in the
   * first day.
   */
  oldSecretUsed: boolean | null
}

type Row = Omit<Activity, 'hours' | 'day' | 'lately' | 'usually' | 'limit'> & {
  rateLimit: number | null
  total: number
  slots: number[]
  calls: number[]
  errors: number[]
  limited: number[]
  failed: number[]
  lateCalls: number
  lateErrors: number
  weekCalls: number
  weekErrors: number
}

/** Fewer errors in an hour may be a single mistake of a person at a terminal: the week is not read for them. */
export const minErrors = 10

/**
 * One page of the applications whose usage a developer may see, in one statement. Those of the same name are next to
 * each other, Sandbox first; the names of the newest applications come first.
 * @param page from 1
 * @param perPage bounds what is read: 1,440 minutes for each endpoint of each application, by the primary key
 * @returns also how many applications are on all pages; 0 after the last one
 */
export async function listActivity(
  developerId: string,
  at: Date,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ applications: Activity[]; total: number }> {
  const from = rangeBegins('day', at).getTime()
  const [since, before, hourAgo, dayAgo] = [
    from,
    from + dayMs,
    at.getTime() - hourMs,
    at.getTime() - dayMs,
  ].map(toText)
  // Minutes are summed into hours after two days, so that a week is a few hundred rows.
  const [weekSince, weekBefore] = [from - 8 * dayMs, from - dayMs].map(toText)
  const rows = await database().$queryRaw<Row[]>`
    WITH listed AS (
      SELECT a.id, a.name, a.environment, a.state, a.rate_limit, a.created_at, a.organisation_id, m.role, count(*) OVER ()::int AS total,
        a.sandbox_id, max(a.created_at) OVER same AS newest
      FROM (SELECT application_id, max(role) AS role FROM (
              SELECT application_id, role::text FROM application_team WHERE developer_id = ${developerId}::uuid) own
            GROUP BY 1) m JOIN application a ON a.id = m.application_id
      WHERE m.role::text = ANY(${[...rights.usage]}::text[])
        AND a.state <> 'deleted'
      WINDOW same AS (PARTITION BY lower(a.name))
      ORDER BY newest DESC, lower(a.name), a.environment, a.created_at, a.id
      LIMIT ${perPage}::int OFFSET ${(page - 1) * perPage}::int)
    SELECT a.id, a.name, a.environment, a.state, a.rate_limit AS "rateLimit", a.role, a.total, a.sandbox_id AS "sandboxId",
      (SELECT legal_name FROM organisation WHERE id = a.organisation_id) AS organisation,
      coalesce(d.slots, '{}') AS slots, coalesce(d.calls, '{}') AS calls, coalesce(d.errors, '{}') AS errors,
      coalesce(d.limited, '{}') AS limited, coalesce(d.failed, '{}') AS failed,
      coalesce(d.peak, 0) AS peak, coalesce(d.late_calls, 0) AS "lateCalls",
      coalesce(d.late_errors, 0) AS "lateErrors", coalesce(w.calls, 0) AS "weekCalls",
      coalesce(w.errors, 0) AS "weekErrors", coalesce(d.last_minute, c.at) AS "lastCallAt",
      s.retires_at AS "oldSecretEndsAt", s.used AS "oldSecretUsed"
    FROM listed a
    LEFT JOIN LATERAL (
      SELECT array_agg(slot) AS slots, array_agg(h.calls) AS calls, array_agg(h.errors) AS errors,
        array_agg(h.limited) AS limited, array_agg(h.failed) AS failed,
        max(h.peak) AS peak, sum(h.late_calls) AS late_calls, sum(h.late_errors) AS late_errors,
        max(h.last_minute) AS last_minute
      FROM (
        SELECT floor(extract(epoch FROM minute - ${since}::timestamptz) / 3600)::int AS slot,
          sum(m.calls)::float8 AS calls, sum(m.errors)::float8 AS errors,
          sum(limited)::float8 AS limited, sum(failed)::float8 AS failed, max(minute) AS last_minute,
          max(m.calls) FILTER (WHERE endpoint = 'account')::float8 AS peak,
          sum(m.calls) FILTER (WHERE minute >= ${hourAgo}::timestamptz)::float8 AS late_calls,
          sum(m.errors) FILTER (WHERE minute >= ${hourAgo}::timestamptz)::float8 AS late_errors
        FROM (SELECT minute, endpoint, limited, failed, ${errorsInRow} AS errors,
                succeeded + refused + limited + failed AS calls
              FROM usage_minute WHERE application_id = a.id
                AND minute >= ${since}::timestamptz AND minute < ${before}::timestamptz) m
        GROUP BY 1) h
    ) d ON true
    LEFT JOIN LATERAL (
      SELECT sum(succeeded + refused + limited + failed)::float8 AS calls,
        sum(${errorsInRow})::float8 AS errors
      FROM usage_of(ARRAY[a.id], ${weekSince}::timestamptz, ${weekBefore}::timestamptz)
      WHERE d.late_errors >= ${minErrors}::int
    ) w ON true
    LEFT JOIN LATERAL (
      SELECT max(at) AS at FROM recent_call WHERE application_id = a.id AND d.last_minute IS NULL
    ) c ON true
    LEFT JOIN LATERAL (
      SELECT old.retires_at, CASE WHEN old.last_used_at > new.created_at THEN true
        WHEN new.created_at <= ${dayAgo}::timestamptz THEN false END AS used
      FROM client_secret old
      JOIN client_secret new ON new.application_id = a.id AND new.revoked_at IS NULL AND new.retires_at IS NULL
      WHERE old.application_id = a.id AND old.revoked_at IS NULL AND old.retires_at > ${toText(at.getTime())}::timestamptz
      ORDER BY old.retires_at DESC LIMIT 1
    ) s ON true
    ORDER BY a.newest DESC, lower(a.name), a.environment, a.created_at, a.id`
  return { applications: rows.map(toActivity), total: rows[0]?.total ?? 0 }
}

function toActivity({
  total: _,
  slots,
  calls,
  errors,
  limited,
  failed,
  lateCalls,
  lateErrors,
  weekCalls,
  weekErrors,
  rateLimit,
  ...row
}: Row): Activity {
  const hours = Array.from({ length: 24 }, (): Hour => ({ calls: 0, errors: 0, limited: 0, failed: 0 }))
  for (const [index, slot] of slots.entries())
    hours[slot] = {
      calls: calls[index] ?? 0,
      errors: errors[index] ?? 0,
      limited: limited[index] ?? 0,
      failed: failed[index] ?? 0,
    }
  const day = hours.reduce<Calls>(add, { calls: 0, errors: 0 })
  const lately = { calls: lateCalls, errors: lateErrors }
  const earlier = { calls: day.calls - lateCalls, errors: day.errors - lateErrors }
  return {
    ...row,
    hours,
    day,
    lately,
    usually: add(earlier, { calls: weekCalls, errors: weekErrors }),
    limit: limitOf({ environment: row.environment, rateLimit }),
  }
}

function add(one: Calls, other: Calls): Calls {
  return { calls: one.calls + other.calls, errors: one.errors + other.errors }
}

function toText(ms: number): string {
  return new Date(ms).toISOString()
}

/** A reason for a developer to look at an application. */
export type Attention =
  /** Its calls are refused until an administrator reinstates it. */
  | { kind: 'suspended' }
  /** Shares from 0 to 1: of the last hour's calls, and of those before. */
  | { kind: 'failing'; share: number; usual: number }
  /** In a minute of the last day it made more calls than its limit allows. */
  | { kind: 'limited'; peak: number; limit: number }
  | { kind: (typeof answeredStates)[number] }
  /** A program still uses the previous secret. */
  | { kind: 'secret_ends'; at: Date }
  /** The previous secret still works, and nothing has used it for a day or more since the rotation. */
  | { kind: 'secret_unused'; at: Date }
  /** Documents are missing. */
  | { kind: 'draft' }

/** The most urgent first. */
const order: Attention['kind'][] = [
  'suspended',
  'failing',
  'limited',
  ...answeredStates,
  'secret_ends',
  'secret_unused',
  'draft',
]

const states = ['suspended', ...answeredStates, 'draft'] as const

/** Fewer calls do not show what is usual. */
const minUsual = 100
const factor = 3
/** Below this, three times as many are still few. */
const minShare = 0.1

/** The matters that need attention in these applications, the most urgent first, otherwise in their order. */
export function listAttention<Entry extends Activity>(
  applications: Entry[],
): { application: Entry; attention: Attention }[] {
  const found = applications.flatMap((application) =>
    findAttention(application).map((attention) => ({ application, attention })),
  )
  return found.sort((one, other) => rank(one.attention) - rank(other.attention))
}

function findAttention(application: Activity): Attention[] {
  const { oldSecretEndsAt: at, oldSecretUsed: used, peak, limit } = application
  const kind = states.find((state) => state === application.state)
  const isCalled = kind !== 'suspended'
  const failing = isCalled ? findFailure(application) : null
  return [
    ...(kind ? [{ kind }] : []),
    ...(failing ? [failing] : []),
    ...(isCalled && limit > 0 && peak > limit ? [{ kind: 'limited', peak, limit } as const] : []),
    ...(at && used !== null ? [{ kind: used ? 'secret_ends' : 'secret_unused', at } as const] : []),
  ]
}

/** In the last hour a tenth of the calls or more failed, and three times as many as usual. */
function findFailure({ lately, usually }: Pick<Activity, 'lately' | 'usually'>): Attention | null {
  if (lately.errors < minErrors || usually.calls < minUsual) return null
  const [share, usual] = [lately.errors / lately.calls, usually.errors / usually.calls]
  return share >= minShare && share >= factor * usual ? { kind: 'failing', share, usual } : null
}

function rank({ kind }: Attention): number {
  return order.indexOf(kind)
}
