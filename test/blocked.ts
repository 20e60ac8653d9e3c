import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Owner } from './factories'

/**
 * Runs a statement in a transaction that stays open, so that its locks are held when this returns.
 * @returns what ends the transaction, keeping its changes; a statement given to it runs first
 */
export async function holdLocks(
  sql: Pool,
  statement: string,
  values: unknown[] = [],
): Promise<(last?: string) => Promise<void>> {
  const client = await sql.connect()
  await client.query('BEGIN')
  await client.query(statement, values)
  return async (last) => {
    if (last) await client.query(last)
    await client.query('COMMIT')
    client.release()
  }
}

/** Resolves once so many connections to this database wait for a lock. They get it in the order of their requests. */
export async function untilBlocked(sql: Owner, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql.query(
      // pg_stat_activity doesn't show what other roles wait for.
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND NOT granted`,
    )
    return rows[0].count
  }
  await expect.poll(waiting, { interval: 20, timeout: 15_000 }).toBe(count)
}
