import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Reviewer } from '@/lib/validation/decide'
import type { Cluster } from '../cluster/start'
import { isReady } from '../start/ready'
import type { Caller } from './caller'
import type { KnownAccount } from './expectation'
import type { FaultProxy } from './fault-proxy'
import type { Program } from './load'
import type { MovingAccount } from './moving'
import type { PostOffice } from './post-office'

/** Everything that a scenario may take hold of. */
export type World = {
  cluster: Cluster
  owner: Pool
  caller: Caller
  programs: Program[]
  accounts: KnownAccount[]
  moving: MovingAccount[]
  reviewer: Reviewer
  postOffice: PostOffice
  /** between the gateways of member `index` and the databases */
  wires: FaultProxy[]
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

const patienceMilliseconds = 120_000

/** @throws Error when something is not ready again within two minutes */
export async function waitUntilAllReady({ cluster }: World): Promise<void> {
  for (const [name, { plan }] of cluster.processes) {
    const end = Date.now() + patienceMilliseconds
    while (!(await isReady(plan.ready))) {
      if (Date.now() > end) throw new Error(`${name} was not ready again within two minutes`)
      await pause(200)
    }
  }
}
