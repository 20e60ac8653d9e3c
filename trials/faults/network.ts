import { setTimeout as pause } from 'node:timers/promises'
import { waitUntilReady } from '@/scripts/launch/start/ready'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { supervise } from '@/scripts/launch/start/supervise'
import { findLineObstacle, openLine, type Passage } from './line'
import type { Scenario } from './scenario'
import { restart, type World } from './world'

const lasting = 15_000
/** Beyond the cluster's ports. */
const offset = 60

/** The network between gateways and databases; of one member, or of all. */
export const networkFaults: Scenario[] = [
  network(
    'network-cut-one',
    'Network to the database cut for 15 s, two of six gateways',
    { is: 'cut' },
    /-1$/,
  ),
  network('network-cut', 'Network to the database cut for 15 s, all gateways', { is: 'cut' }),
  network('network-delay', 'Network to the database 200 ms late each way for 15 s, all gateways', {
    is: 'delay',
    milliseconds: 200,
  }),
  network('network-loss', 'Network to the database loses 5 % for 15 s, all gateways', {
    is: 'loss',
    oneIn: 20,
  }),
]

function network(name: string, title: string, passage: Passage, members = /./): Scenario {
  let set = (_: Passage) => {}
  return {
    name,
    title,
    obstacle: findLineObstacle,
    async prepare(world) {
      const far = await openFarDatabases(world)
      set = far.set
      const previous = new Map<string, Record<string, string>>()
      const takeDown = async () => {
        for (const [gateway, env] of previous) await restart(world, gateway, (plan) => ({ ...plan, env }))
        await far.close()
      }
      try {
        for (const gateway of world.cluster.processes.keys())
          if (gateway.startsWith('gateway-') && members.test(gateway))
            await restart(world, gateway, (plan) => {
              previous.set(gateway, plan.env)
              return { ...plan, env: reachAt(far.address, plan.env) }
            })
      } catch (error) {
        await takeDown()
        throw error
      }
      return takeDown
    },
    async run(_world, { lifted }) {
      set(passage)
      await pause(lasting)
      set({ is: 'whole' })
      lifted()
      return 'in a network namespace'
    },
  }
}

/** Puts the databases at the far end of a line, until it is closed or everything ends. */
async function openFarDatabases({ cluster: { ports, folders } }: World) {
  const line = await openLine(ports.proxy + offset, [ports.primary, ...ports.databases])
  const carriers = line.plans.map((plan) => supervise(plan, folders.dataDir))
  let closed = false
  async function close(): Promise<void> {
    if (closed) return
    closed = true
    await Promise.all(carriers.map((each) => each.stop()))
    line.close()
  }
  stopLater(close)
  await Promise.all(carriers.map(waitUntilReady))
  return { ...line, close }
}

/** A gateway's environment with the databases at another address. */
function reachAt(address: string, env: Record<string, string>): Record<string, string> {
  const away = (urls = '') => urls.replaceAll('@127.0.0.1:', `@${address}:`)
  return {
    ...env,
    DATABASE_URL: away(env.DATABASE_URL),
    DATABASE_READ_URL: away(env.DATABASE_READ_URL),
  }
}
