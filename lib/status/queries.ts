import { dayMs, now } from '@/lib/clock'
import { database } from '@/lib/database'
import { type Service, type ServiceStatus, services, statusDays } from './schema'

/** An older check says nothing about the current state. */
const minuteMilliseconds = 60_000
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
