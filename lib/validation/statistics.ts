import { database } from '@/lib/database'
import { businessMinutesBetween } from './business-hours'

/** A decision took so many business minutes, and came by the day that was promised or not. */
export type Decided = { minutes: number; onTime: boolean }

/**
 * The last 20 final decisions, fastest first. A submission that was sent again since is left out: its dates are those of
 * the newer version. Requested changes stop the clock: in time, minutes remained. Voided decisions do not count.
 */
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
