import { database } from '@/lib/database'
import { type Check, services } from './schema'

/**
 * Adds one minute's checks to the day. A minute counts once, also when several workers look: only one that is newer
 * than the last is taken.
 */
export async function recordCheck({ minute, ready }: Check): Promise<void> {
  const rows = services.map((service) => ({ service, ready: ready[service] }))
  await database().$executeRaw`
    INSERT INTO service_day AS known (service, day, minutes_checked, minutes_down, checked_at, ready)
    SELECT service, (m.at AT TIME ZONE 'UTC')::date, 1, (NOT ready)::int, m.at, ready
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (service text, ready boolean),
      (SELECT ${minute.toISOString()}::timestamptz AS at) m
    ON CONFLICT (service, day) DO UPDATE
    SET minutes_checked = known.minutes_checked + 1, minutes_down = known.minutes_down + excluded.minutes_down,
      checked_at = excluded.checked_at, ready = excluded.ready
    WHERE known.checked_at < excluded.checked_at`
}
