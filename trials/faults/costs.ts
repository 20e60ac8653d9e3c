import { join } from 'node:path'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import type { Cluster } from '../cluster/start'
import { inAll, timeOf, timeOfChildren, timeOfEndedChildren, timeOfMachine } from '../process-times'
import type { World } from './world'

/** Processor time so far, in microseconds: of each part, of the whole machine, and what its host gave to others. */
export type Costs = Record<'gateways' | 'databases' | 'caller' | 'busy' | 'stolen', number>

/** Looks at all of it at one moment. */
export function readCosts({ cluster }: World): Costs {
  return {
    gateways: timeOfProcesses(cluster, /^gateway-/),
    databases: cluster.ports.databases.reduce((total, _, index) => total + timeOfDatabase(cluster, index), 0),
    caller: inAll(timeOf(process.pid)),
    ...timeOfMachine(),
  }
}

/** Processor time of the processes of these names so far, in microseconds; of one that does not run now, none. */
export function timeOfProcesses({ processes }: Cluster, names: RegExp): number {
  const pids = [...processes].flatMap(([name, each]) => (names.test(name) ? [each.pid() ?? 0] : []))
  return pids.reduce((total, pid) => total + (pid > 0 ? inAll(timeOf(pid)) : 0), 0)
}

/** Processor time of PostgreSQL `index` so far, in microseconds; 0 while it does not run. */
export function timeOfDatabase({ folders }: Cluster, index: number): number {
  const pid = findPostmaster(join(folders.databaseFolder(index), 'data'))?.pid
  if (!pid) return 0
  // Each connection is a child of its own, and those of former ones are counted once they have ended.
  return [timeOf, timeOfChildren, timeOfEndedChildren].reduce((total, read) => total + inAll(read(pid)), 0)
}
