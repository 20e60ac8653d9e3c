import type { Logger } from 'pino'
import { getSettings } from '@/lib/env'
import { checkStoredKeys } from '@/lib/health/key-checks'
import { createReadiness, type Readiness } from '@/lib/health/readiness'
import { createPool } from '@/lib/pool'
import { withTimeout } from '@/lib/timeout'

export type DatabaseProbe = {
  isReachable(): Promise<boolean>
  readiness(): Promise<Readiness>
  /** Logs why the portal cannot serve, until it can. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds. A page has to appear within five seconds, also while the database says nothing. */
const timeoutMs = 1500
/** Milliseconds after which any statement is given up and its connection closed, so that the next gets a new one. */
const statementTimeoutMs = 5000

/**
 * Asks the database over a connection of its own, so that pages that hold all others do not look like an outage.
 * Requests that come while a question is under way share its answer.
 * @param connectionString as the portal's role
 */
export function createDatabaseProbe(connectionString: string, logger: Logger): DatabaseProbe {
  const pool = createPool(connectionString, 1, 'guichet-portal-probe')
  // A time limit of the client's: one of the session's would outlive it in a pooler. No named statement for its sake, too.
  // Every statement needs one: the connection is the only one, and a failover can leave it silent for a quarter of an hour.
  pool.options.query_timeout = statementTimeoutMs
  const query = (text: string) => pool.query({ text, query_timeout: timeoutMs } as { text: string })
  const readiness = createReadiness({
    pool,
    logger,
    checkKeys: () => {
      const { SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS } = getSettings()
      return checkStoredKeys(pool, SECRET_ENCRYPTION_KEYS, SECRET_HASH_KEYS, LOST_KEYS)
    },
  })
  let underWay: Promise<boolean> | undefined

  function isReachable(): Promise<boolean> {
    underWay ??= withTimeout(timeoutMs, () => query('SELECT 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  return {
    isReachable,
    readiness: readiness.check,
    start: readiness.start,
    async close() {
      readiness.stop()
      await pool.end()
    },
  }
}
