import type { Pool } from 'pg'
import { waitUntil } from '@/lib/timeout'
import type { Reviewer } from '@/lib/validation/decide'
import { type ProcessPlan, supervise } from '@/scripts/launch/start/child'
import { isReady, waitUntilReady } from '@/scripts/launch/start/ready'
import type { Cluster } from '../cluster/start'
import type { Caller } from './caller'
import type { KnownAccount } from './expectation'
import type { Program } from './load'
import type { MovingAccount } from './moving'
import type { PostOffice } from './post-office'
import type { Visitor } from './visitor'

/** Everything that a scenario may take hold of. */
export type World = {
  cluster: Cluster
  owner: Pool
  caller: Caller
  programs: Program[]
  visitor: Visitor
  accounts: KnownAccount[]
  moving: MovingAccount[]
  reviewer: Reviewer
  postOffice: PostOffice
  /** where PostgreSQL `index` has a small disk of its own; absent where this user cannot make one */
  disks: string[] | null
  /** milliseconds that the relay is away */
  smtpAway: number
}

/** Ends a process of the cluster without a word; what keeps it running starts it again. */
export function kill(world: World, name: string): void {
  const pid = world.cluster.processes.get(name)?.pid()
  if (!pid) throw new Error(`${name} does not run`)
  process.kill(pid, 'SIGKILL')
}

/**
 * Stops a process of the cluster as an operator does, and starts it again as its former plan, or what is changed of it,
 * says. It is ready when this ends.
 * @returns milliseconds from the signal to the end of the former one
 */
export async function restart(
  { cluster: { processes, folders } }: World,
  name: string,
  change = (plan: ProcessPlan) => plan,
): Promise<number> {
  const former = processes.get(name)
  if (!former?.isRunning()) throw new Error(`${name} does not run`)
  const from = performance.now()
  await former.stop()
  const took = performance.now() - from
  const next = supervise(change(former.plan), folders.dataDir)
  processes.set(name, next)
  await waitUntilReady(next)
  return took
}

const timeoutMs = 120_000

/** @throws Error when something is not ready again within two minutes */
export async function waitUntilAllReady({ cluster }: World): Promise<void> {
  for (const [name, { plan }] of cluster.processes) {
    if (!(await waitUntil(() => isReady(plan.ready), timeoutMs, 200)))
      throw new Error(`${name} was not ready again within two minutes`)
  }
}
