import { setTimeout as pause } from 'node:timers/promises'
import type { Wire } from './fault-proxy'
import type { Scenario } from './scenario'
import type { World } from './world'

const lasting = 15_000

/** The wire between gateways and database; the gateways of one member, or of all. */
export const networkFaults: Scenario[] = [
  network('network-cut-one', 'Network to the database cut for 15 s, two of six gateways', { is: 'cut' }, 1),
  network('network-cut', 'Network to the database cut for 15 s, all gateways', { is: 'cut' }, 3),
  network(
    'network-delay',
    'Network to the database 200 ms late each way for 15 s, all gateways',
    { is: 'delay', milliseconds: 200 },
    3,
  ),
  network(
    'network-loss',
    'Network to the database loses 5 % for 15 s, all gateways',
    { is: 'loss', oneIn: 20 },
    3,
  ),
]

function network(name: string, title: string, wire: Wire, members: number): Scenario {
  return {
    name,
    title,
    async run(world: World, { lifted }) {
      const chosen = world.wires.slice(0, members)
      for (const each of chosen) each.set(wire)
      await pause(lasting)
      for (const each of chosen) each.set({ is: 'whole' })
      lifted()
      return 'by our own TCP proxy'
    },
  }
}
