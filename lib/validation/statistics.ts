import { now } from '@/lib/clock'
import { database } from '@/lib/database'

/** How long submissions have been waiting for a decision. Hours; null where none is waiting. */
export type WaitingAges = {
  underDay: number
  underThreeDays: number
  underWeek: number
  longer: number
  medianHours: number | null
  oldestHours: number | null
}

/** The ages of the submissions that wait for a decision now, counted from when each was last submitted. */
export async function countWaitingAges(): Promise<WaitingAges> {
  const [row] = await database().$queryRaw<WaitingAges[]>`
    SELECT count(*) FILTER (WHERE hours < 24)::int AS "underDay",
           count(*) FILTER (WHERE hours >= 24 AND hours < 72)::int AS "underThreeDays",
           count(*) FILTER (WHERE hours >= 72 AND hours < 168)::int AS "underWeek",
           count(*) FILTER (WHERE hours >= 168)::int AS longer,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY hours)::float8 AS "medianHours",
           max(hours)::float8 AS "oldestHours"
    FROM (SELECT extract(epoch FROM ${now()}::timestamptz - submitted_at) / 3600 AS hours
          FROM submission WHERE state = 'in_validation') waiting`
  if (!row) throw new Error('unreachable: an aggregate always returns a row')
  return row
}

/** The submissions and decisions of one week, which begins on Monday in UTC. */
export type Week = {
  week: Date
  approved: number
  changesRequested: number
  rejected: number
}

/** The final decisions of the last so many weeks, the current one first; weeks without any are included. */
export function listWeeks(weeks: number): Promise<Week[]> {
  return database().$queryRaw<Week[]>`
    SELECT week AT TIME ZONE 'UTC' AS week,
           count(d.id) FILTER (WHERE d.outcome = 'approved')::int AS approved,
           count(d.id) FILTER (WHERE d.outcome = 'changes_requested')::int AS "changesRequested",
           count(d.id) FILTER (WHERE d.outcome = 'rejected')::int AS rejected
    FROM generate_series(date_trunc('week', ${now()}::timestamptz AT TIME ZONE 'UTC') - make_interval(weeks => ${weeks - 1}::int),
                         date_trunc('week', ${now()}::timestamptz AT TIME ZONE 'UTC'), interval '1 week') week
    LEFT JOIN decision d ON d.final AND d.voided_at IS NULL
      AND d.decided_at >= week AT TIME ZONE 'UTC' AND d.decided_at < (week + interval '1 week') AT TIME ZONE 'UTC'
    GROUP BY 1 ORDER BY 1 DESC`
}

/** One reviewer's decisions, first approvals included. */
export type ReviewerDecisions = {
  reviewerId: string
  approved: number
  changesRequested: number
  rejected: number
  /** From submission to decision; null where the submission was sent again since each of them. */
  medianHours: number | null
}

/** The decisions of each reviewer in the last so many days, most first; voided ones do not count. */
export function listReviewerDecisions(days: number): Promise<ReviewerDecisions[]> {
  return database().$queryRaw<ReviewerDecisions[]>`
    SELECT d.reviewer_id AS "reviewerId",
           count(*) FILTER (WHERE d.outcome = 'approved')::int AS approved,
           count(*) FILTER (WHERE d.outcome = 'changes_requested')::int AS "changesRequested",
           count(*) FILTER (WHERE d.outcome = 'rejected')::int AS rejected,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d.decided_at - s.submitted_at) / 3600)
             FILTER (WHERE d.submission_version = s.version)::float8 AS "medianHours"
    FROM decision d JOIN submission s ON s.id = d.submission_id
    WHERE d.voided_at IS NULL AND d.decided_at > ${now()}::timestamptz - make_interval(days => ${days}::int)
    GROUP BY d.reviewer_id ORDER BY count(*) DESC, d.reviewer_id`
}
