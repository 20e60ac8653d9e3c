import { waitUntil } from '@/lib/timeout'
import { isReady } from '@/scripts/launch/start/ready'
import type { ClusterPorts } from './ports'

const timeoutMs = 60_000

/** The current primary according to Patroni; -1 while there is none. */
export async function findPrimary({ patroni }: ClusterPorts): Promise<number> {
  const leads = await Promise.all(patroni.map((port) => isReady(`http://127.0.0.1:${port}/primary`)))
  return leads.indexOf(true)
}

/** Whether a standby holds everything that the primary acknowledges. */
async function hasSynchronousStandby({ patroni }: ClusterPorts): Promise<boolean> {
  const follow = await Promise.all(patroni.map((port) => isReady(`http://127.0.0.1:${port}/synchronous`)))
  return follow.includes(true)
}

/** @throws Error when there is no primary with a synchronous standby within a minute */
export async function waitForBoth(ports: ClusterPorts): Promise<void> {
  const areThere = async () => (await findPrimary(ports)) >= 0 && (await hasSynchronousStandby(ports))
  if (await waitUntil(areThere, timeoutMs, 200)) return
  throw new Error('There was no primary with a synchronous standby within a minute.')
}
