import type { Pool } from 'pg'
import { createPool } from '@/lib/pool'
import { nameStandby } from '@/lib/standby'
import { nameStatement } from '@/lib/statement'
import { withTimeout } from '@/lib/timeout'
import { type CheckOutcome, type Finding, reasonOf } from './schema'

// A pooler that hands server connections from one client to the next has to know which statements each client
// has prepared. One that does not leaves a client without its statements, or with a name that another client
// has taken.

const timeoutMs = 5000
/** On a busy pooler, clients may get different server connections by chance. */
const tries = 3
const probe = nameStatement('probe-statements', 'SELECT 1')

/** SQLSTATE: no such prepared statement, and one of that name exists. */
export function isLostStatement(error: unknown): boolean {
  return /^(26000|42P05)$/.test((error as { code?: string } | null)?.code ?? '')
}

/**
 * Whether named statements work on the connections of `pool`. Several of them, one after the other, prepare a statement
 * of the same name and use it. Where a pooler does not know what its clients have prepared, one of them finds the
 * name taken, if it got the server connection of the one before, or its statement gone, if it got two. None is held
 * while another is needed: a pooler may have a single one.
 */
export async function carriesStatements(pool: Pool): Promise<boolean> {
  for (let left = tries; left > 0; left--) {
    const client = await pool.connect()
    try {
      await client.query(probe)
      await client.query(probe)
    } catch (error) {
      if (isLostStatement(error)) return false
      throw error
    } finally {
      // Closed, and the statement with it.
      client.release(true)
    }
  }
  return true
}

/**
 * Whether the ways to the database of those who name statements carry them: to each server that they read, and for
 * each role.
 * @param urls of gateways, worker and feed
 */
export async function checkStatements(urls: string[]): Promise<Finding[]> {
  return Promise.all([...new Set(urls)].map(checkUrl))
}

async function checkUrl(url: string): Promise<Finding> {
  const host = nameStandby(url)
  const found = (outcome: CheckOutcome<'statements'>, reason = ''): Finding => ({
    check: 'statements',
    outcome,
    subject: host,
    values: { host, reason },
  })
  const pool = createPool(url, 1, 'guichet-doctor', timeoutMs)
  try {
    return found((await withTimeout(timeoutMs, () => carriesStatements(pool))) ? 'good' : 'lost')
  } catch (error) {
    return found('unreachable', reasonOf(error))
  } finally {
    await pool.end()
  }
}
