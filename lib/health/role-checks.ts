import type { Pool } from 'pg'
import { createPool } from '@/lib/pool'
import { gatewaySettings, writeRoleSettings } from '@/lib/role-settings'
import type { Finding } from './schema'

const timeoutMs = 3000

/**
 * Whether the roles of the gateways are theirs alone, and have the settings of `lib/role-settings.ts`.
 * @param pool of the portal
 * @param urls of the gateways; one that does not respond is left to the check of named statements
 * @param workerUrl of the worker, if it has its own
 */
export async function checkGatewayRoles(pool: Pool, urls: string[], workerUrl?: string): Promise<Finding[]> {
  const { rows } = await pool.query('SELECT current_user AS role')
  const others = [rows[0].role, workerUrl && decodeURIComponent(new URL(workerUrl).username)]
  const found = await Promise.all([...new Set(urls)].map((url) => checkRole(url, others)))
  return found.filter((finding) => finding !== null)
}

async function checkRole(url: string, others: string[]): Promise<Finding | null> {
  const pool = createPool(url, 1, 'guichet-doctor', timeoutMs)
  try {
    const { rows } = await pool.query(
      `SELECT current_user AS role, array_agg(name) FILTER (WHERE current_setting(name, true) IS DISTINCT FROM value) AS unset
       FROM unnest($1::text[], $2::text[]) AS wanted (name, value)`,
      [Object.keys(gatewaySettings), Object.values(gatewaySettings)],
    )
    const { role, unset } = rows[0] as { role: string; unset: string[] | null }
    const statements = `${writeRoleSettings(role, gatewaySettings).join('; ')};`
    const outcome = others.includes(role) ? 'shared' : unset ? 'unset' : 'good'
    const values = { role, names: unset?.join(', ') ?? '', statements }
    return { check: 'gateway_role', outcome, subject: role, values }
  } catch {
    return null
  } finally {
    await pool.end()
  }
}
