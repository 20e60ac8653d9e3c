import type { Pool, PoolClient } from 'pg'
import { createPool } from '@/lib/pool'
import { nameStandby } from '@/lib/standby'
import { nameStatement, type Statement } from '@/lib/statement'
import { withTimeout } from '@/lib/timeout'
import { type Finding, type Outcome, reasonOf } from './schema'

// A pooler that hands server connections from one client to the next has to know which statements each client
// has prepared. One that does not leaves a client without its statements, or with a name that another client
// has taken.

const timeoutMs = 5000
/** Each with another statement: on a busy pooler a client may get its own connection back by chance. */
const probes = [1, 2, 3, 4, 5].map((round) => nameStatement('probe-statements', `SELECT ${round}`))

/** SQLSTATE: no such prepared statement, and one of that name exists. */
export function isLostStatement(error: unknown): boolean {
  return /^(26000|42P05)$/.test((error as { code?: string } | null)?.code ?? '')
}

/**
 * Whether named statements work on the connections of `pool`, which needs two of them. One connection
 * prepares a statement, another holds whatever server connection it gets in a transaction, and the first uses
 * its statement.
 */
export async function carriesStatements(pool: Pool): Promise<boolean> {
  const clients: PoolClient[] = []
  try {
    clients.push(await pool.connect())
    clients.push(await pool.connect())
    const [first, second] = clients as [PoolClient, PoolClient]
    for (const probe of probes) await probeOnce(first, second, probe)
    return true
  } catch (error) {
    if (isLostStatement(error)) return false
    throw error
  } finally {
    // Closed, and the statement with them.
    for (const client of clients) client.release(true)
  }
}

async function probeOnce(first: PoolClient, second: PoolClient, probe: Statement): Promise<void> {
  await first.query(probe)
  await second.query('BEGIN')
  try {
    await second.query(probe)
    await first.query(probe)
  } finally {
    await second.query('ROLLBACK')
  }
}

/**
 * Whether the gateways' ways to the database carry named statements: to each server that they read, and for
 * each role.
 * @param urls of the gateways
 */
export async function checkStatements(urls: string[]): Promise<Finding[]> {
  return Promise.all([...new Set(urls)].map(checkUrl))
}

async function checkUrl(url: string): Promise<Finding> {
  const host = nameStandby(url)
  const found = (outcome: Outcome<'statements'>, reason = ''): Finding => ({
    check: 'statements',
    outcome,
    subject: host,
    values: { host, reason },
  })
  const pool = createPool(url, 2, 'guichet-doctor', timeoutMs)
  try {
    return found((await withTimeout(timeoutMs, () => carriesStatements(pool))) ? 'good' : 'lost')
  } catch (error) {
    return found('unreachable', reasonOf(error))
  } finally {
    await pool.end()
  }
}
