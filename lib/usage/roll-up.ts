import type { Pool } from 'pg'
import { createEnd, runThrottled } from '@/lib/background'
import type { JobContext } from '@/lib/feature'
import { inTransaction, onConnection } from '@/lib/pool'
import { counters, sumCodes } from './commands'

type Step = { name: 'hour' | 'day'; from: string; column: string; to: string; width: string; after: string }

/**
 * Minutes are summed into hours two days later, when no gateway still holds any of them, and kept for charts and the
 * previous version of this program; hours are summed into days after a hundred days. Steps are in Unix time, so they do
 * not depend on the session's time zone.
 */
const steps: Step[] = [
  {
    name: 'hour',
    from: 'usage_minute',
    column: 'minute',
    to: 'usage_hour',
    width: '1 hour',
    after: '2 days',
  },
  { name: 'day', from: 'usage_hour', column: 'hour', to: 'usage_day', width: '1 day', after: '100 days' },
]
const minutesKept = '35 days'
const daysKept = '1826 days'
const partitionsAhead = 7
/** Holds minutes without a partition: from a clock that is wrong, or after a week without a worker. */
const catchAll = 'usage_minute_other'
const deletedAtOnce = 250

/** The result of one run: steps summed, partitions dropped, rows removed by table, and whether it completed in time. */
export type RolledUp = {
  hours: number
  days: number
  partitions: number
  removed: Record<keyof typeof removals, number>
  finished: boolean
}

/** Half an hour at most: the next run continues. */
export async function rollUpHourly({ pool, report, signal }: JobContext): Promise<void> {
  const { partitions, removed } = await rollUpUsage(pool, 1_800_000, signal)
  for (const [what, rows] of Object.entries({ usage_partition: partitions, ...removed }))
    if (rows > 0) report(what, rows)
}

/**
 * Sums old usage and removes the rows that were summed. One transaction per hour or day: completed steps are kept, and
 * the next run does the rest. Only one run at a time. It pauses between steps, as requests have priority.
 * @param milliseconds after which no further step begins
 * @param signal ends the run after the current step
 */
export async function rollUpUsage(pool: Pool, milliseconds: number, signal?: AbortSignal): Promise<RolledUp> {
  const isOver = createEnd(milliseconds, signal)
  const done = { hours: 0, days: 0 }
  await pool.query('SELECT prepare_usage_partitions($1)', [partitionsAhead])
  for (const step of steps)
    while (!isOver() && (await runThrottled(() => addUp(pool, step), signal)))
      done[step.name === 'hour' ? 'hours' : 'days']++
  const gone = await removeOldUsage(pool, isOver, signal)
  return { ...done, ...gone, finished: !isOver() }
}

/** The second half of {@link rollUpUsage}: one partition, or some rows, at a time until `isOver`. */
async function removeOldUsage(
  pool: Pool,
  isOver: () => boolean,
  signal?: AbortSignal,
): Promise<Pick<RolledUp, 'partitions' | 'removed'>> {
  const removed = { usage_hour: 0, usage_day: 0 }
  let partitions = 0
  while (!isOver()) {
    const gone = await runThrottled(() => removeOldest(pool), signal)
    if (gone === null) break
    if (gone !== catchAll) partitions++
  }
  for (const table of ['usage_hour', 'usage_day'] as const) {
    let rows = deletedAtOnce
    while (!isOver() && rows === deletedAtOnce) {
      rows = (await runThrottled(() => pool.query(removals[table]), signal)).rowCount ?? 0
      removed[table] += rows
    }
  }
  return { partitions, removed }
}

/** Sums the oldest hour or day that is due; false if there is none. */
function addUp(pool: Pool, { name, from, column, to, width, after }: Step): Promise<boolean> {
  return onConnection(pool, (client) =>
    inTransaction(client, async () => {
      const { rows } = await client.query(
        `SELECT date_bin($2::interval, min(source.${column}), 'epoch') AS next, settled.until
       FROM (SELECT date_bin($2::interval, now() - $3::interval, 'epoch') AS until) settled
       LEFT JOIN ${from} source ON source.${column} < settled.until
         AND source.${column} >= coalesce((SELECT until FROM usage_rollup WHERE step = $1), '-infinity')
       GROUP BY settled.until`,
        [name, width, after],
      )
      const { next, until } = rows[0]
      if (next !== null)
        await client.query(
          `INSERT INTO ${to} (application_id, ${name}, endpoint, codes, ${counters.join(', ')})
         SELECT application_id, $1::timestamptz, endpoint, ${sumCodes},
           ${counters.map((each) => `sum(${each})`).join(', ')}
         FROM ${from} WHERE ${column} >= $1::timestamptz AND ${column} < $1::timestamptz + $2::interval
         GROUP BY application_id, endpoint
         ON CONFLICT (application_id, ${name}, endpoint) DO UPDATE
         SET ${[...counters, 'codes'].map((each) => `${each} = excluded.${each}`).join(', ')}`,
          [next, width],
        )
      await client.query(
        `INSERT INTO usage_rollup (step, until) VALUES ($1, coalesce($2::timestamptz + $3::interval, $4::timestamptz))
       ON CONFLICT (step) DO UPDATE SET until = greatest(usage_rollup.until, excluded.until)`,
        [name, next, width, until],
      )
      return next !== null
    }),
  )
}

/**
 * Removes a partition of the oldest minutes, or some rows outside of all partitions.
 * @returns what was removed, or from where; null if nothing was
 */
async function removeOldest(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query('SELECT drop_usage_partition(now() - $1::interval) AS name', [
    minutesKept,
  ])
  return rows[0].name
}

/** Hours that are included in a day's row, and days past their retention. */
const removals = {
  usage_hour: remove('usage_hour', `hour < (SELECT until FROM usage_rollup WHERE step = 'day')`),
  usage_day: remove('usage_day', `day < now() - interval '${daysKept}'`),
}

function remove(table: string, condition: string): string {
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${deletedAtOnce}))`
}
