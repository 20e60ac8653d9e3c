import { withPatience } from '@/lib/patience'
import { createPool } from '@/lib/pool'
import { pendingMigrations } from '@/prisma/migrate'

/** Whether the portal can serve; `reason` says why it cannot. */
export type Readiness = { ready: true } | { ready: false; reason: string }

export type DatabaseProbe = {
  isReachable(): Promise<boolean>
  readiness(): Promise<Readiness>
  close(): Promise<void>
}

/** Milliseconds. A page has to appear within five seconds, also while the database says nothing. */
const timeoutMs = 1500

/**
 * Asks the database over a connection of its own, so that pages that hold all others do not look like an outage.
 * Requests that come while a question is under way share its answer.
 * @param connectionString as the portal's role
 */
export function createDatabaseProbe(connectionString: string): DatabaseProbe {
  const pool = createPool(connectionString, 1, 'guichet-portal-probe')
  // A time limit of the client's: one of the session's would outlive it in a pooler. No named statement for its sake, too.
  const query = (text: string) => pool.query({ text, query_timeout: timeoutMs } as { text: string })
  let underWay: Promise<boolean> | undefined

  function isReachable(): Promise<boolean> {
    underWay ??= withPatience(timeoutMs, () => query('SELECT 1'))
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
    async readiness() {
      try {
        const pending = await withPatience(timeoutMs, () => pendingMigrations({ query } as never))
        return pending.length === 0 ? { ready: true } : { ready: false, reason: 'migrations pending' }
      } catch (error) {
        return { ready: false, reason: nameFailure(error) }
      }
    },
    close: () => pool.end(),
  }
}

/** PostgreSQL's own refusals carry a SQLSTATE: no such table or no right to it means that nothing prepared it yet. */
function nameFailure(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (code === '42P01' || code === '42501') return 'database not prepared'
  return /^[0-9A-Z]{5}$/.test(code) ? `database refuses (${code})` : 'database unreachable'
}
