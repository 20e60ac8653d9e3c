import { join } from 'node:path'
import type { Cluster } from '../cluster/start'
import { findPostmaster } from '../postgres/postmaster'
import { inAll, timeOf, timeOfChildren, timeOfEndedChildren, timeOfMachine } from '../process-times'
import type { World } from './world'

/** Processor time so far, in microseconds: of each part, of the whole machine, and what its host gave to others. */
export type Costs = Record<'gateways' | 'databases' | 'caller' | 'busy' | 'stolen', number>

/** Looks at all of it at one moment. */
export function readCosts({ cluster }: World): Costs {
  const gateways = [...cluster.processes].flatMap(([name, each]) =>
    name.startsWith('gateway-') ? [each.pid() ?? 0] : [],
  )
  return {
    gateways: gateways.filter((pid) => pid > 0).reduce((total, pid) => total + inAll(timeOf(pid)), 0),
    databases: cluster.ports.databases.reduce((total, _, index) => total + timeOfDatabase(cluster, index), 0),
    caller: inAll(timeOf(process.pid)),
    ...timeOfMachine(),
  }
}

/** Processor time of PostgreSQL `index` so far, in microseconds; 0 while it does not run. */
export function timeOfDatabase({ folders }: Cluster, index: number): number {
  const pid = findPostmaster(join(folders.databaseFolder(index), 'data'))?.pid
  if (!pid) return 0
  // Each connection is a child of its own, and those of former ones are counted once they have ended.
  return [timeOf, timeOfChildren, timeOfEndedChildren].reduce((total, read) => total + inAll(read(pid)), 0)
}
