import type { Pool } from 'pg'
import { createPool } from '@/lib/pool'
import { nameStandby, watchStandbys } from '@/lib/standby'
import { waitUntil, withTimeout } from '@/lib/timeout'
import { type CheckOutcome, type Finding, reasonOf } from './schema'

const timeoutMs = 3000
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
