import { dayMs, now } from '@/lib/clock'
import { database } from '@/lib/database'

/** The watched services, in the order in which they are shown. */
export const services = ['portal', 'sandbox', 'production', 'worker', 'database'] as const
type Service = (typeof services)[number]

/** Days of history, today included. */
export const statusDays = 90

/** The result of each service's check in one minute. */
export type Check = { minute: Date; ready: Record<Service, boolean> }

/**
 * One day (UTC, `2026-11-21`) of one service. Minutes without checks count as downtime of the worker, and are in
 * neither number of the others.
 */
export type StatusDay = { day: string; minutesChecked: number; minutesDown: number }

export type ServiceStatus = {
  service: Service
  /** `unknown` when there was no check for a few minutes. */
  state: 'ready' | 'down' | 'unknown'
  checkedAt: Date | null
  /** The last {@link statusDays} days, oldest first; days without a check have zeros. */
  days: StatusDay[]
}

const minuteMilliseconds = 60_000
/** An older check says nothing about the current state. */
const freshMilliseconds = 3 * minuteMilliseconds

type Rows = Awaited<ReturnType<typeof readDays>>

/**
 * The current state and history of each service. The worker makes the checks: if there are none, the worker is down,
 * and the state of the others is unknown. Minutes without checks are the worker's downtime, stored with its next check.
 */
export async function findStatus(): Promise<ServiceStatus[]> {
  const days = lastDays()
  const rows = await readDays(new Date(`${days[0]}T00:00:00Z`))
  return services.map((service) => toStatus(service, rows, days))
}

function toStatus(service: Service, rows: Rows, days: string[]): ServiceStatus {
  const own = rows.filter((row) => row.service === service)
  const last = own.at(-1)
  const fresh = last !== undefined && now().getTime() - last.checkedAt.getTime() < freshMilliseconds
  const byDay = new Map(own.map((row) => [row.day.toISOString().slice(0, 10), row]))
  const silentSince = service === 'worker' && !fresh ? last?.checkedAt : undefined
  return {
    service,
    state: fresh ? (last.ready ? 'ready' : 'down') : silentSince ? 'down' : 'unknown',
    checkedAt: last?.checkedAt ?? null,
    days: days.map((day) => {
      const { minutesChecked = 0, minutesDown = 0 } = byDay.get(day) ?? {}
      const missed = silentSince ? minutesOfDay(day, silentSince.getTime() + minuteMilliseconds) : 0
      return { day, minutesChecked: minutesChecked + missed, minutesDown: minutesDown + missed }
    }),
  }
}

/** The number of whole minutes of a day between `from` and now. */
function minutesOfDay(day: string, from: number): number {
  const start = Date.parse(`${day}T00:00:00Z`)
  const between = Math.min(start + dayMs, now().getTime()) - Math.max(start, from)
  return Math.max(0, Math.floor(between / minuteMilliseconds))
}

function readDays(from: Date) {
  return database().serviceDay.findMany({ where: { day: { gte: from } }, orderBy: { day: 'asc' } })
}

function lastDays(): string[] {
  const today = now().getTime()
  return Array.from({ length: statusDays }, (_, index) =>
    new Date(today - (statusDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}

/**
 * Adds one minute's checks to the day's counts. The minutes since the last check count as downtime of the worker, which
 * did not check. A minute counts once, even if several workers check: only a check newer than the last is added.
 */
export async function recordCheck({ minute, ready }: Check): Promise<void> {
  const rows = services.map((service) => ({ service, ready: ready[service] }))
  await database().$executeRaw`
    WITH looked AS (SELECT ${minute.toISOString()}::timestamptz AS at), minutes AS (
      SELECT service, at, ready
      FROM looked, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (service text, ready boolean)
      UNION ALL
      SELECT 'worker', missed, false
      FROM looked, (SELECT max(checked_at) AS at FROM service_day WHERE service = 'worker') last,
        generate_series(greatest(last.at, looked.at - ${statusDays} * interval '1 day') + interval '1 minute',
          looked.at - interval '1 minute', interval '1 minute') AS missed
      WHERE last.at IS NOT NULL
    )
    INSERT INTO service_day AS known (service, day, minutes_checked, minutes_down, checked_at, ready)
    SELECT service, (at AT TIME ZONE 'UTC')::date AS day, count(*), count(*) FILTER (WHERE NOT ready), max(at),
      (array_agg(ready ORDER BY at DESC))[1]
    FROM minutes GROUP BY service, day
    ON CONFLICT (service, day) DO UPDATE
    SET minutes_checked = known.minutes_checked + excluded.minutes_checked,
      minutes_down = known.minutes_down + excluded.minutes_down,
      checked_at = excluded.checked_at, ready = excluded.ready
    WHERE known.checked_at < excluded.checked_at`
}
