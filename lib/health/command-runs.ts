import type { ClientBase, Pool } from 'pg'
import { now } from '@/lib/clock'
import type { Finding } from './schema'

const oldHours = 48

/** The commands that have to run every night. Their last runs are rows that every worker and portal reads. */
type WatchedCommand = 'backup' | 'audit:verify'

type CommandRun = {
  /** since it last completed; if it never did, since the installation, or the upgrade that added its row */
  ageSeconds: number
  completed: boolean
  /** that its last run found */
  faults: number
}

/** Records, as the owner of the tables, that a command completed. @returns false on a schema without its row */
export async function noteRun(
  client: Pick<ClientBase, 'query'>,
  command: WatchedCommand,
  { at = now(), faults = 0 }: { at?: Date; faults?: number } = {},
): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('command_run') IS NOT NULL AS watched`)
  if (!rows[0].watched) return false
  const { rowCount } = await client.query(
    'UPDATE command_run SET completed_at = $2, faults = $3 WHERE command = $1',
    [command, at, faults],
  )
  return rowCount === 1
}

/** The last run of a command. */
export async function readRun(pool: Pick<Pool, 'query'>, command: WatchedCommand): Promise<CommandRun> {
  const { rows } = await pool.query(
    `SELECT coalesce(completed_at, watched_since) AS at, completed_at IS NOT NULL AS completed, faults
     FROM command_run WHERE command = $1`,
    [command],
  )
  const { at, completed, faults } = rows[0]
  return { ageSeconds: (now().getTime() - at.getTime()) / 1000, completed, faults }
}

/** The age of the last backup. */
export async function checkBackup(pool: Pick<Pool, 'query'>): Promise<Finding> {
  const { ageSeconds, completed } = await readRun(pool, 'backup')
  const hours = Math.floor(ageSeconds / 3600)
  if (!completed) return { check: 'backup', outcome: 'none', values: { hours } }
  return { check: 'backup', outcome: hours > oldHours ? 'old' : 'good', values: { hours } }
}

/** The result and age of the last verification of the audit log. */
export async function checkAudit(pool: Pick<Pool, 'query'>): Promise<Finding> {
  const { ageSeconds, completed, faults } = await readRun(pool, 'audit:verify')
  const hours = Math.floor(ageSeconds / 3600)
  if (!completed) return { check: 'audit', outcome: 'never', values: { hours } }
  const outcome = faults > 0 ? 'faults' : hours > oldHours ? 'old' : 'good'
  return { check: 'audit', outcome, values: { hours, faults } }
}
