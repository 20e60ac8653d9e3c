import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { inTransaction, withClient } from '@/lib/pool'

/**
 * In milliseconds how long an attempt waits for one lock, how long it pauses before the next one, and for how long
 * attempts begin. `say` is called before each pause with the connections that hold the lock.
 */
export type LockTimeouts = { lock: number; pause: number; total: number; say: (line: string) => void }

/** A dedicated connection, and the URL for a second one that finds the holders of locks. */
export type Session = { client: ClientBase; connectionString: string; timeouts: LockTimeouts }

export const defaultTimeouts: LockTimeouts = {
  // Shorter than a gateway waits for the database (1.5 s): its look-ups queue behind a request for a table lock.
  lock: 1000,
  pause: 5000,
  total: 300_000,
  say: console.warn,
}

/** lock_not_available, and deadlock_detected: a backup takes the same tables in another order. */
const noLock = ['55P03', '40P01']

/**
 * Runs `work` in one transaction that never waits long for a lock. An attempt that does not get one is rolled back, and
 * repeated after the queries that queued behind it have been served.
 * @param what names the work in messages to the operator
 * @throws Error with a sentence when all attempts failed, or whatever `work` throws; everything is rolled back then
 */
export async function inRetriedTransaction(
  session: Session,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { pause: pauseMs, total, say } = session.timeouts
  const until = Date.now() + total
  for (;;) {
    const holders = await attempt(session, work)
    if (!holders) return
    if (Date.now() + pauseMs > until)
      throw new Error(
        `for ${total / 1000} s ${holders} held a lock that it needs. Run it again when that has ended.`,
      )
    say(`${what} waits for a lock that ${holders} holds, and is tried again in ${pauseMs / 1000} s.`)
    await pause(pauseMs)
  }
}

/** @returns the holders of the lock that it did not get; null when the work is done */
async function attempt(
  { client, connectionString, timeouts }: Session,
  work: () => Promise<unknown>,
): Promise<string | null> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const over = new AbortController()
  const holders = pause(timeouts.lock / 2, undefined, { signal: over.signal })
    .then(() => findHolders(connectionString, rows[0].pid))
    .catch(() => null)
  try {
    await inTransaction(client, async () => {
      await client.query(`SET LOCAL lock_timeout = ${timeouts.lock}`)
      await work()
    })
    return null
  } catch (error) {
    if (!noLock.includes((error as { code?: string }).code ?? '')) throw error
    return (await holders) ?? 'another connection'
  } finally {
    over.abort()
    await holders
  }
}

/**
 * Whom the backend `waiting` waits for, by the names that they gave themselves. Only while it waits can that
 * be seen.
 */
function findHolders(connectionString: string, waiting: number): Promise<string | null> {
  return withClient({ connectionString, application_name: 'guichet-migrate' }, async (client) => {
    const { rows } = await client.query(
      `SELECT string_agg(DISTINCT coalesce(nullif(application_name, ''), 'process ' || pid), ', ') AS names
       FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))`,
      [waiting],
    )
    return rows[0].names
  })
}
