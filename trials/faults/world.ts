import type { Pool } from 'pg'
import { waitUntil } from '@/lib/timeout'
import type { Reviewer } from '@/lib/validation/decide'
import { isReady, waitUntilReady } from '@/scripts/launch/start/ready'
import { supervise } from '@/scripts/launch/start/supervise'
import type { Cluster } from '../cluster/start'
import type { Caller } from './caller'
import type { ChangingAccount } from './changing-accounts'
import type { KnownAccount } from './expectation'
import type { Program } from './load'
import type { SmtpSink } from './smtp-sink'
import type { Visitor } from './visitor'

/** Everything that a scenario can use. */
export type World = {
  cluster: Cluster
  owner: Pool
  caller: Caller
  programs: Program[]
  visitor: Visitor
  accounts: KnownAccount[]
  changing: ChangingAccount[]
  reviewer: Reviewer
  smtpSink: SmtpSink
  /** milliseconds for which the relay is unavailable */
  smtpAway: number
}

/** Kills a process of the cluster with SIGKILL; its supervisor restarts it. */
export function kill(world: World, name: string): void {
  const pid = world.cluster.processes.get(name)?.pid()
  if (!pid) throw new Error(`${name} does not run`)
  process.kill(pid, 'SIGKILL')
}

/**
 * Stops a process of the cluster as an operator does, and starts it again by the same plan. It is ready when this
 * resolves.
 * @returns milliseconds from the signal to the end of the old process
 */
export async function restart({ cluster: { processes, folders } }: World, name: string): Promise<number> {
  const previous = processes.get(name)
  if (!previous?.isRunning()) throw new Error(`${name} does not run`)
  const from = performance.now()
  await previous.stop()
  const took = performance.now() - from
  const next = supervise(previous.plan, folders.dataDir)
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
