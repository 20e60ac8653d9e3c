import type { Pool } from 'pg'
import type { Settings } from '@/lib/env'
import type { CheckOutcome, Finding } from '@/lib/health/schema'
import { heldRights, type ProcessRoles, wantedRights } from '@/prisma/grants'
import { embeddedRoles } from '../../launch/postgres/roles'
import { inspectDatabase } from '../../launch/start/database'

const settingsOf = {
  portal: 'DATABASE_URL',
  gateway: 'GATEWAY_DATABASE_URL',
  sandbox: 'SANDBOX_GATEWAY_DATABASE_URL',
  production: 'PRODUCTION_GATEWAY_DATABASE_URL',
  worker: 'WORKER_DATABASE_URL',
  feed: 'FEED_DATABASE_URL',
} as const satisfies Record<keyof ProcessRoles, keyof Settings>

/** {@link checkRoles} for the roles that the processes of an installation connect with. */
export async function checkRolesOf(pool: Pool, settings: Settings, embedded: boolean): Promise<Finding[]> {
  if (embedded) return checkRoles(pool, embeddedRoles)
  const {
    DATABASE_URL,
    GATEWAY_DATABASE_URL,
    SANDBOX_GATEWAY_DATABASE_URL,
    PRODUCTION_GATEWAY_DATABASE_URL,
  } = settings
  const separate = SANDBOX_GATEWAY_DATABASE_URL && PRODUCTION_GATEWAY_DATABASE_URL
  const urls = {
    portal: DATABASE_URL,
    gateway: GATEWAY_DATABASE_URL ?? (separate ? undefined : DATABASE_URL),
    sandbox: SANDBOX_GATEWAY_DATABASE_URL,
    production: PRODUCTION_GATEWAY_DATABASE_URL,
    worker: settings.WORKER_DATABASE_URL ?? DATABASE_URL,
    feed: settings.FEED_DATABASE_URL,
  }
  const roles: Partial<ProcessRoles> = {}
  const findings: Finding[] = []
  for (const [process, url] of Object.entries(urls) as [keyof ProcessRoles, string | undefined][]) {
    const setting = settingsOf[process]
    try {
      if (url) roles[process] = (await inspectDatabase(setting, url)).role
    } catch (error) {
      const reason = (error as Error).message.replace(`${setting}: `, '')
      findings.push({ check: 'role', outcome: 'unreachable', subject: process, values: { setting, reason } })
    }
  }
  return [...(await checkRoles(pool, roles)), ...findings]
}

/**
 * Whether each role has the rights of the processes that connect with it (`grants` of each concept), and no others.
 * @param roles of the processes, as they connect
 */
export async function checkRoles(pool: Pool, roles: Partial<ProcessRoles>): Promise<Finding[]> {
  const processes = Object.keys(roles) as (keyof ProcessRoles)[]
  const findings: Finding[] = []
  for (const role of new Set(Object.values(roles)))
    findings.push(
      await checkRole(
        pool,
        role,
        processes.filter((process) => roles[process] === role),
      ),
    )
  return findings
}

async function checkRole(pool: Pool, role: string, processes: (keyof ProcessRoles)[]): Promise<Finding> {
  const found = (outcome: CheckOutcome<'role'>, rights: string[] = []): Finding => ({
    check: 'role',
    outcome,
    subject: role,
    values: { role, processes: processes.join(', '), count: rights.length, right: rights[0] ?? '' },
  })
  const { rows } = await pool.query(
    `SELECT rolsuper OR pg_has_role(rolname, relowner, 'USAGE') AS owns FROM pg_roles, pg_class
     WHERE rolname = $1 AND pg_class.oid = 'application'::regclass`,
    [role],
  )
  if (rows[0]?.owns) return found('owner')
  const wanted = await wantedRights(pool, processes)
  const held = await heldRights(pool, role, wanted)
  const lacking = [...wanted].filter((right) => !held.has(right))
  if (lacking.length > 0) return found('lacking', lacking)
  const superfluous = [...held].filter((right) => !wanted.has(right))
  if (superfluous.length > 0) return found('superfluous', superfluous)
  return found(processes.length > 1 ? 'shared' : 'good')
}
