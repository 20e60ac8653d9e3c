import type { Pool } from 'pg'
import { newerMigrations, readSchemaState } from '@/lib/migrations'
import { withTimeout } from '@/lib/timeout'
import { isUntrusted } from '@/lib/untrusted'
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
