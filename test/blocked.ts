import { expect } from 'vitest'
import type { Owner } from './factories'

/** Comes back once so many connections to this database wait for a lock. They get it in the order in which they asked. */
export async function untilBlocked(sql: Owner, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql.query(
      // What another role waits for is not to be seen in pg_stat_activity.
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND NOT granted`,
    )
    return rows[0].count
  }
  await expect.poll(waiting, { interval: 20, timeout: 15_000 }).toBe(count)
}
