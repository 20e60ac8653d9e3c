import type { Pool } from 'pg'
import { createEnd, runThrottled } from '@/lib/background'
import { getSettings } from '@/lib/env'
import { type Retention, removedAtOnce } from '@/lib/feature'
import { features } from '@/lib/features'
import { inTransaction, onConnection } from '@/lib/pool'

/** A run begins no further statement after this time. The next run begins five minutes after this one began. */
const defaultMilliseconds = 240_000

/** SQLSTATE serialization_failure. */
const serializationFailure = '40001'

type Rule = Extract<Retention, { statement: string }>

/**
 * Removes rows past their retention, a batch of each kind in turn until none are left or the time is over; the next run
 * removes the rest. It pauses between batches, as requests have priority.
 * @param report called with the kind and how many rows were removed
 * @param signal ends the run after the current statement
 */
export async function prune(
  pool: Pool,
  report: (what: string, rows: number) => void,
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<void> {
  const isOver = createEnd(milliseconds, signal)
  for (let left = listRules(); left.length > 0; ) {
    const full: Rule[] = []
    for (const rule of left) {
      if (isOver()) return
      const rowCount = await runThrottled(() => remove(pool, rule), signal)
      if (rowCount) report(rule.what, rowCount)
      if (rowCount === (rule.limit ?? removedAtOnce)) full.push(rule)
    }
    left = full
  }
}

/** @returns how many rows were removed; none if others changed them meanwhile, which leaves them to the next run */
async function remove(pool: Pool, { statement, inOneSnapshot }: Rule): Promise<number | null> {
  if (!inOneSnapshot) return (await pool.query(statement)).rowCount
  try {
    return await onConnection(pool, (client) =>
      inTransaction(client, async () => {
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        return (await client.query(statement)).rowCount
      }),
    )
  } catch (error) {
    if ((error as { code?: string }).code === serializationFailure) return 0
    throw error
  }
}

// In small batches by row id (ctid), found through an index, as DELETE has no LIMIT. Only this job deletes such rows,
// and it runs once at a time, so a row id still refers to the row that was found.
function listRules(): Rule[] {
  const settings = getSettings()
  return features
    .flatMap(({ retention = [] }) => retention)
    .map((rule) => {
      if ('statement' in rule) return rule
      const where = typeof rule.where === 'string' ? rule.where : rule.where(settings)
      return {
        what: rule.table,
        statement: `DELETE FROM ${rule.table} WHERE ctid = ANY (ARRAY(
          SELECT old.ctid FROM ${rule.table} old WHERE ${where} LIMIT ${removedAtOnce}))`,
      }
    })
}
