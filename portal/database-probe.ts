import type { Logger } from 'pino'
import { getSettings } from '@/lib/env'
import { checkStoredKeys } from '@/lib/health/key-checks'
import { createReadiness, type Readiness } from '@/lib/health/readiness'
import { createPool } from '@/lib/pool'
import { withTimeout } from '@/lib/timeout'

export type DatabaseProbe = {
  isReachable(): Promise<boolean>
  readiness(): Promise<Readiness>
  /** Logs why the portal can't serve, until it can. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds. A page has to appear within five seconds, even while the database doesn't respond. */
const timeoutMs = 1500
/** Milliseconds after which any statement is cancelled and its connection closed, so that the next gets a new one. */
const statementTimeoutMs = 5000

/**
 * Queries the database over a separate connection, so that pages that use all others don't look like an outage.
 * Requests that arrive while a query is in progress share its result.
 * @param connectionString as the portal's role
 */
export function createDatabaseProbe(connectionString: string, logger: Logger): DatabaseProbe {
  const pool = createPool(connectionString, 1, 'guichet-portal-probe')
  // A timeout of the client's: one of the session's would outlive it in a pooler. Hence no named statement.
  // Every statement needs one: this is the only connection, and a failover can leave it silent for 15 minutes.
  pool.options.query_timeout = statementTimeoutMs
  // Later than the caller's, which counts what arrived while this process was busy.
  const query = (text: string) => pool.query({ text, query_timeout: timeoutMs + 500 } as { text: string })
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
