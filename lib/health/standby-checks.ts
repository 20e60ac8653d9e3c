import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createPool } from '@/lib/pool'
import { watchStandbys } from '@/lib/standby'
import { reasonOf, withPatience } from './patience'
import type { Finding } from './schema'

const patienceMs = 3000
const stepMs = 100

/**
 * Whether each standby that balances may be read from answers, is one, and holds what the primary had committed when it
 * was asked.
 * @param urls of the standbys; undefined where this process does not hold them
 * @param bound how far behind one may be, in seconds
 */
export async function checkStandbys(
  primary: Pool,
  urls: string[] | undefined,
  bound: number,
): Promise<Finding[]> {
  if (!urls) return [{ check: 'standby', outcome: 'elsewhere', values: {} }]
  if (urls.length === 0) return [{ check: 'standby', outcome: 'unused', values: {} }]
  const ages = await readAges(primary, urls, bound)
  return Promise.all(urls.map((url, index) => checkStandby(url, ages[index], bound)))
}

async function checkStandby(
  url: string,
  age: { name: string; seconds: number } | undefined,
  bound: number,
): Promise<Finding> {
  const host = age?.name ?? ''
  const found = (outcome: 'good' | 'behind' | 'no_standby' | 'unreachable', reason = ''): Finding => ({
    check: 'standby',
    outcome,
    subject: host,
    values: { host, bound, reason },
  })
  const pool = createPool(url, 1, 'guichet-doctor', patienceMs)
  try {
    const { rows } = await withPatience(patienceMs, () =>
      pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby'),
    )
    if (!rows[0]?.standby) return found('no_standby')
    return found(age && age.seconds <= bound ? 'good' : 'behind')
  } catch (error) {
    return found('unreachable', reasonOf(error))
  } finally {
    await pool.end()
  }
}

/** As the gateways learn it; waits a little for one that is nearly there. */
async function readAges(primary: Pool, urls: string[], bound: number) {
  const standbys = watchStandbys({ primary, urls, bound, name: 'guichet-doctor' })
  try {
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause(stepMs))
      if (standbys.ages().every(({ seconds }) => seconds <= bound)) break
    return standbys.ages()
  } finally {
    await standbys.close()
  }
}
