import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { businessMinutesBetween } from './business-hours'

const days = 30

/** A decision took so many business minutes, and came by the day that was promised or not. */
export type Decided = { minutes: number; onTime: boolean }

/** The last 20 final decisions, fastest first, by the rules of {@link findTimeliness}. */
export async function listLastDecided(): Promise<Decided[]> {
  const rows = await database().$queryRaw<{ submittedAt: Date; decidedAt: Date; onTime: boolean }[]>`
    SELECT s.submitted_at AS "submittedAt", d.decided_at AS "decidedAt",
      coalesce(d.decided_at <= s.due_at, s.remaining_minutes > 0) AS "onTime"
    FROM decision d JOIN submission s ON s.id = d.submission_id AND s.version = d.submission_version
    WHERE d.final AND d.voided_at IS NULL ORDER BY d.decided_at DESC LIMIT 20`
  return rows
    .map(({ submittedAt, decidedAt, onTime }) => ({
      minutes: businessMinutesBetween(submittedAt, decidedAt),
      onTime,
    }))
    .sort((a, b) => a.minutes - b.minutes)
}

/**
 * The final decisions of the last 30 days: how many, the share of them by the day that was promised (0 to 1), and the
 * median time from submission in hours; null without any. A submission that was sent again since is left out: its
 * dates are those of the newer version. Requested changes stop the clock: in time, minutes remained. Voided decisions
 * do not count.
 */
export async function findTimeliness() {
  const [row] = await database().$queryRaw<
    { decided: number; onTime: number | null; medianHours: number | null }[]
  >`
    SELECT count(*)::int AS decided, avg(coalesce(d.decided_at <= s.due_at, s.remaining_minutes > 0)::int)::float8 AS "onTime",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d.decided_at - s.submitted_at) / 3600)::float8
        AS "medianHours"
    FROM decision d JOIN submission s ON s.id = d.submission_id AND s.version = d.submission_version
    WHERE d.final AND d.voided_at IS NULL
      AND d.decided_at > ${now()}::timestamptz - make_interval(days => ${days}::int)`
  if (!row) throw new Error('unreachable: an aggregate always returns a row')
  return row
}
