import type { Pool } from 'pg'
import { newerMigrations, readSchemaState } from '@/lib/migrations'
import { createPool, isUntrusted } from '@/lib/pool'
import { nameStandby, watchStandbys } from '@/lib/standby'
import { waitUntil, withTimeout } from '@/lib/timeout'
import { type CheckOutcome, type Finding, reasonOf } from './schema'

const timeoutMs = 3000
const slowMs = 250
const oldestVersion = 150_000

/** Whether the database responds, and how fast. If not, the checks that need it are skipped. */
export async function checkDatabase(pool: Pool): Promise<Finding> {
  const begin = performance.now()
  try {
    const { rows } = await withTimeout(timeoutMs, () =>
      pool.query(
        `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
                current_setting('server_version_num')::int AS number,
                current_setting('transaction_read_only') = 'on' AS "readOnly"`,
      ),
    )
    const milliseconds = Math.round(performance.now() - begin)
    const { version, number, readOnly } = rows[0]
    const late = milliseconds > slowMs ? 'slow' : 'good'
    const outcome = readOnly ? 'read_only' : number < oldestVersion ? 'old' : late
    return { check: 'database', outcome, values: { version, milliseconds } }
  } catch (error) {
    const reason = reasonOf(error)
    return {
      check: 'database',
      outcome: isUntrusted(reason) ? 'untrusted' : 'unreachable',
      values: { reason },
    }
  }
}

/** Whether all migrations of this version, and no unknown ones, are applied. */
export async function checkMigrations(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY 1`,
  )
  const { pending, halfRestored } = await readSchemaState(pool)
  const newer = await newerMigrations(pool)
  const applied = rows.filter(({ finished }) => finished).map(({ name }) => name)
  const unfinished = rows.filter(({ finished }) => !finished).map(({ name }) => name)
  const found = (outcome: CheckOutcome<'migrations'>, names: string[]): Finding => ({
    check: 'migrations',
    outcome,
    values: { count: names.length, name: names[0] ?? '' },
  })
  if (halfRestored) return found('half_restored', applied)
  if (unfinished.length > 0) return found('unfinished', unfinished)
  if (pending.length > 0) return found('pending', pending)
  if (newer.length > 0) return found('newer', newer)
  return found('good', applied)
}

/**
 * Whether anyone who can connect to the database may create temporary tables, which is PostgreSQL's default. `npm run
 * migrate` revokes that right if it runs as the owner of the database.
 */
export async function checkTemporaryTables(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query(
    `SELECT datname AS database, EXISTS (
       SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba)))
       WHERE grantee = 0 AND privilege_type = 'TEMPORARY') AS allowed
     FROM pg_database WHERE datname = current_database()`,
  )
  const { database, allowed } = rows[0]
  return { check: 'temporary_tables', outcome: allowed ? 'allowed' : 'good', values: { database } }
}

/** How far this machine's clock differs from the database's, which decides when tokens expire. */
export async function checkClock(pool: Pool): Promise<Finding> {
  const before = Date.now()
  const { rows } = await pool.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at')
  // The database read its clock at some moment in between.
  const difference = Math.abs(rows[0].at - (before + Date.now()) / 2)
  const seconds = Math.round(difference / 100) / 10
  return {
    check: 'clock',
    outcome: seconds > 30 ? 'far_off' : seconds > 2 ? 'off' : 'good',
    values: { seconds },
  }
}

const stepMs = 100

/**
 * Checks that each standby for balances responds, is a standby, and holds everything that the primary had committed
 * when the check began. If several servers are listed, one of them may be the primary, as after a failover.
 * @param urls of the standbys; undefined if this process does not have them
 * @param bound maximum lag, in seconds
 */
export async function checkStandbys(
  primary: Pool,
  urls: string[] | undefined,
  bound: number,
): Promise<Finding[]> {
  if (!urls) return [{ check: 'standby', outcome: 'elsewhere', values: {} }]
  if (urls.length === 0) return [{ check: 'standby', outcome: 'unused', values: {} }]
  return Promise.all(urls.map((url) => checkStandby(primary, url, bound, urls.length > 1)))
}

async function checkStandby(primary: Pool, url: string, bound: number, hasOthers: boolean): Promise<Finding> {
  const host = nameStandby(url)
  const found = (outcome: CheckOutcome<'standby'>, reason = ''): Finding => ({
    check: 'standby',
    outcome,
    subject: host,
    values: { host, bound, reason },
  })
  const pool = createPool(url, 1, 'guichet-doctor', timeoutMs)
  try {
    const there = await identify(pool)
    if (there.standby) return found((await holdsAll(primary, url, bound)) ? 'good' : 'behind')
    const isPrimary = there.system === (await identify(primary)).system
    return found(isPrimary && hasOthers ? 'primary' : 'no_standby')
  } catch (error) {
    return found('unreachable', reasonOf(error))
  } finally {
    await pool.end()
  }
}

/** A server and its standbys have the same system identifier. */
async function identify(pool: Pool): Promise<{ standby: boolean; system: string }> {
  const { rows } = await withTimeout(timeoutMs, () =>
    pool.query('SELECT pg_is_in_recovery() AS standby, system_identifier AS system FROM pg_control_system()'),
  )
  return rows[0]
}

/** Measured as the gateways do it; waits a little for a standby that is nearly up to date. */
async function holdsAll(primary: Pool, url: string, bound: number): Promise<boolean> {
  const standbys = watchStandbys({ primary, urls: [url], bound, name: 'guichet-doctor' })
  try {
    return await waitUntil(() => standbys.choose() !== null, timeoutMs, stepMs)
  } finally {
    await standbys.close()
  }
}
