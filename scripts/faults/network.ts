import { setTimeout as pause } from 'node:timers/promises'
import { type Supervised, supervise } from '../start/child'
import { waitUntilReady } from '../start/ready'
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
      const gateways = [...world.cluster.processes.keys()].filter(
        (each) => each.startsWith('gateway-') && members.test(each),
      )
      const former = await moveGateways(world, gateways, far.address)
      return async () => {
        for (const [gateway, env] of former) await restart(world, gateway, (plan) => ({ ...plan, env }))
        await far.close()
      }
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

/** The databases as a line away. */
async function openFarDatabases({ cluster: { ports, folders } }: World) {
  const line = await openLine(ports.proxy + offset, [ports.primary, ...ports.databases])
  const carriers: Supervised[] = line.plans.map((plan) => supervise(plan, folders.dataDir))
  await Promise.all(carriers.map(waitUntilReady))
  return {
    ...line,
    async close() {
      await Promise.all(carriers.map((each) => each.stop()))
      line.close()
    },
  }
}

/** Has gateways reach the databases at another address. @returns what their environment was */
async function moveGateways(world: World, names: string[], address: string) {
  const former = new Map<string, Record<string, string>>()
  for (const name of names)
    await restart(world, name, (plan) => {
      former.set(name, plan.env)
      const { DATABASE_URL = '', DATABASE_READ_URL = '' } = plan.env
      const away = (urls: string) => urls.replaceAll('@127.0.0.1:', `@${address}:`)
      const env = { DATABASE_URL: away(DATABASE_URL), DATABASE_READ_URL: away(DATABASE_READ_URL) }
      return { ...plan, env: { ...plan.env, ...env } }
    })
  return former
}
