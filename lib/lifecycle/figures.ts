import type { Environment } from '@/generated/prisma/enums'
import { dayMs, now } from '@/lib/clock'
import { database } from '@/lib/database'
import { errorsInRow } from '@/lib/usage/queries'

/** One day (UTC) of the installation; today's is not over. */
export type DayFigures = {
  at: Date
  signUps: number
  calls: number
  errors: number
  activeApplications: number
}

/** Numbers of the last 30 days, and of the 30 before them. */
export type Compared = { current: number; previous: number }

export type TopApplication = {
  id: string
  name: string
  environment: Environment
  calls: number
  errors: number
}

export type InstallationStatistics = {
  /** When they were read. */
  at: Date
  days: DayFigures[]
  signUps: Compared
  calls: Compared
  errors: Compared
  /** Applications that called at least once. */
  activeApplications: Compared
  /** The applications with most calls in 30 days. */
  top: TopApplication[]
}

const days = 30
const topApplications = 8
/** Reading the usage of all applications takes a second for a thousand busy ones: not with every page. */
const keptMs = 60_000

let kept: { at: number; figures: Promise<InstallationStatistics> } | undefined

/** The installation in numbers, at most a minute old. */
export function getFigures(): Promise<InstallationStatistics> {
  const at = now().getTime()
  if (kept && Math.abs(at - kept.at) < keptMs) return kept.figures
  const figures = readFigures(new Date(at))
  kept = { at, figures }
  figures.catch(() => {
    kept = undefined
  })
  return figures
}

/** The same, read now. */
export async function readFigures(at: Date): Promise<InstallationStatistics> {
  const today = Math.floor(at.getTime() / dayMs) * dayMs
  const begins = new Date(today - (days - 1) * dayMs)
  const previously = new Date(begins.getTime() - days * dayMs)
  const [daily, periods, top] = await Promise.all([
    readDays(begins, at),
    readPeriods(previously, begins),
    readTop(begins),
  ])
  const compare = (name: keyof Period) => ({
    current: periods.find(({ isCurrent }) => isCurrent)?.[name] ?? 0,
    previous: periods.find(({ isCurrent }) => !isCurrent)?.[name] ?? 0,
  })
  return {
    at,
    days: daily,
    signUps: compare('signUps'),
    calls: compare('calls'),
    errors: compare('errors'),
    activeApplications: compare('activeApplications'),
    top,
  }
}

function readDays(begins: Date, at: Date): Promise<DayFigures[]> {
  return database().$queryRaw<DayFigures[]>`
    SELECT day AS at, coalesce(s.count, 0)::float8 AS "signUps", coalesce(u.calls, 0) AS calls,
      coalesce(u.errors, 0) AS errors, coalesce(u.applications, 0)::float8 AS "activeApplications"
    FROM generate_series(${begins.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, '24 hours') AS day
    LEFT JOIN (
      SELECT date_bin('1 day', minute, 'epoch') AS day, count(DISTINCT application_id) AS applications,
        sum(succeeded + refused + limited + failed)::float8 AS calls,
        sum(${errorsInRow})::float8 AS errors
      FROM usage_history WHERE minute >= ${begins.toISOString()}::timestamptz GROUP BY 1) u USING (day)
    LEFT JOIN (
      SELECT date_bin('1 day', activated_at, 'epoch') AS day, count(*) FROM developer
      WHERE activated_at >= ${begins.toISOString()}::timestamptz GROUP BY 1) s USING (day)
    ORDER BY day`
}

type Period = { signUps: number; calls: number; errors: number; activeApplications: number }

/** The period that begins at `begins`, and the one from `previously` until then. */
function readPeriods(previously: Date, begins: Date): Promise<(Period & { isCurrent: boolean })[]> {
  return database().$queryRaw<(Period & { isCurrent: boolean })[]>`
    SELECT "isCurrent", coalesce(u.calls, 0) AS calls, coalesce(u.errors, 0) AS errors,
      coalesce(u.applications, 0)::float8 AS "activeApplications", coalesce(s.count, 0)::float8 AS "signUps"
    FROM (VALUES (true), (false)) AS period ("isCurrent")
    LEFT JOIN (
      SELECT minute >= ${begins.toISOString()}::timestamptz AS "isCurrent",
        count(DISTINCT application_id) AS applications,
        sum(succeeded + refused + limited + failed)::float8 AS calls,
        sum(${errorsInRow})::float8 AS errors
      FROM usage_history WHERE minute >= ${previously.toISOString()}::timestamptz GROUP BY 1) u USING ("isCurrent")
    LEFT JOIN (
      SELECT activated_at >= ${begins.toISOString()}::timestamptz AS "isCurrent", count(*) FROM developer
      WHERE activated_at >= ${previously.toISOString()}::timestamptz GROUP BY 1) s USING ("isCurrent")`
}

function readTop(begins: Date): Promise<TopApplication[]> {
  return database().$queryRaw<TopApplication[]>`
    SELECT a.id, a.name, a.environment, u.calls, u.errors
    FROM (
      SELECT application_id, sum(succeeded + refused + limited + failed)::float8 AS calls,
        sum(${errorsInRow})::float8 AS errors
      FROM usage_history WHERE minute >= ${begins.toISOString()}::timestamptz
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${topApplications}::int) u
    JOIN application a ON a.id = u.application_id
    ORDER BY u.calls DESC, a.id`
}
