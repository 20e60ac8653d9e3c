import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import { memberName } from '../cluster/database-config'
import { findPrimary, waitForBoth } from '../cluster/primary'
import { childrenOf } from '../process-times'
import type { Scenario } from './scenario'
import { kill, type World } from './world'

const processes: [string, string][] = [
  ['gateway-sandbox-1', 'a Sandbox gateway'],
  ['gateway-production-1', 'a Production gateway'],
  ['portal-1', 'a portal'],
  ['worker-1', 'a worker'],
  ['pooler', 'PgBouncer'],
  ['redis', 'Redis'],
  ['primary', 'the way to the primary (HAProxy)'],
  ['proxy', 'the proxy in front (HAProxy)'],
  ['etcd', 'etcd'],
]

/** `kill -9` of each kind of process in turn; its supervisor restarts it. */
export const kills: Scenario[] = [
  ...processes.map(
    ([name, title]): Scenario => ({
      name: `kill-${name.replace(/-1$/, '')}`,
      title: `\`kill -9\` of ${title}`,
      run: strike((world) => kill(world, name), 8000),
    }),
  ),
  {
    name: 'kill-all-gateways',
    title: '`kill -9` of all six gateways at the same time',
    run: strike((world) => {
      for (const name of world.cluster.processes.keys()) if (name.startsWith('gateway-')) kill(world, name)
    }, 8000),
  },
  {
    name: 'kill-patroni',
    title: '`kill -9` of Patroni on the primary',
    run: strike(async (world) => kill(world, memberName(await getPrimary(world))), 15_000),
  },
  {
    name: 'kill-postgresql',
    title: '`kill -9` of PostgreSQL on the primary',
    async run(world, { struck }) {
      const previous = await getPrimary(world)
      process.kill(postmasterOf(world, previous), 'SIGKILL')
      struck()
      await waitForBoth(world.cluster.ports)
      return describeChange(previous, await getPrimary(world))
    },
  },
  {
    name: 'failover',
    title: 'The primary’s machine is gone (`kill -9` of PostgreSQL and Patroni, both stay away for 30 s)',
    async run(world, { struck }) {
      const previous = await getPrimary(world)
      const bringBack = loseMachine(world, previous)
      struck()
      await pause(30_000)
      const next = await getPrimary(world)
      if (next === previous) throw new Error('no other became primary')
      bringBack()
      await waitForBoth(world.cluster.ports)
      return describeChange(previous, next)
    },
  },
  {
    name: 'standby',
    title: 'The standby’s machine is gone for 20 s',
    async run(world, { struck }) {
      const bringBack = loseMachine(world, 1 - (await getPrimary(world)))
      struck()
      await pause(20_000)
      bringBack()
      await waitForBoth(world.cluster.ports)
    },
  },
  {
    name: 'standby-hangs',
    title: 'The standby hangs for 20 s (it says nothing, and closes nothing)',
    async run(world, { struck }) {
      const postmaster = postmasterOf(world, 1 - (await getPrimary(world)))
      const stopped = [postmaster, ...childrenOf(postmaster)]
      for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      struck()
      await pause(20_000)
      for (const pid of stopped) wake(pid)
      await waitForBoth(world.cluster.ports)
    },
  },
  {
    name: 'switchover',
    title: 'Planned change of the primary',
    async run(world, { struck }) {
      const previous = await getPrimary(world)
      const asked = await fetch(`http://127.0.0.1:${world.cluster.ports.patroni[previous]}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: memberName(previous), candidate: memberName(1 - previous) }),
      })
      struck()
      if (!asked.ok) throw new Error(`Patroni returned ${asked.status}: ${await asked.text()}`)
      await pause(10_000)
      await waitForBoth(world.cluster.ports)
      return describeChange(previous, await getPrimary(world))
    },
  },
]

/** Kills, and leaves the load as many milliseconds to notice. */
function strike(work: (world: World) => unknown, milliseconds: number): Scenario['run'] {
  return async (world, { struck }) => {
    await work(world)
    struck()
    await pause(milliseconds)
  }
}

/** Kills PostgreSQL and Patroni of one member. @returns what lets Patroni start them again */
function loseMachine(world: World, index: number): () => void {
  const patroni = world.cluster.processes.get(memberName(index))
  patroni?.hold()
  const postmaster = postmasterOf(world, index)
  kill(world, memberName(index))
  process.kill(postmaster, 'SIGKILL')
  return () => patroni?.resume()
}

/** The primary's number. @throws Error when there is none */
async function getPrimary({ cluster }: World): Promise<number> {
  const index = await findPrimary(cluster.ports)
  if (index < 0) throw new Error('there is no primary')
  return index
}

function postmasterOf({ cluster }: World, index: number): number {
  const running = findPostmaster(join(cluster.folders.databaseFolder(index), 'data'))
  if (!running) throw new Error(`PostgreSQL ${index + 1} does not run`)
  return running.pid
}

function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // Patroni has ended it in the meantime.
  }
}

function describeChange(previous: number, now: number): string {
  return previous === now ? `${memberName(now)} stayed primary` : `${memberName(now)} became primary`
}
