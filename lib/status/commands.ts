import { database } from '@/lib/database'
import { type Check, services, statusDays } from './schema'

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
