import { join } from 'node:path'
import { findPostmaster } from '@/scripts/launch/postgres/postmaster'
import type { Cluster } from '../cluster/start'
import { inAll, timeOf, timeOfChildren, timeOfEndedChildren, timeOfMachine } from '../process-times'
import type { World } from './world'

/** CPU time so far, in microseconds: of each part, of the whole machine, and time that its host gave to others. */
export type Costs = Record<'gateways' | 'databases' | 'caller' | 'busy' | 'stolen', number>

/** Reads all of them at one moment. */
export function readCosts({ cluster }: World): Costs {
  return {
    gateways: timeOfProcesses(cluster, /^gateway-/),
    databases: cluster.ports.databases.reduce((total, _, index) => total + timeOfDatabase(cluster, index), 0),
    caller: inAll(timeOf(process.pid)),
    ...timeOfMachine(),
  }
}

/** CPU time of the processes of these names so far, in microseconds; processes that aren't running count as 0. */
export function timeOfProcesses({ processes }: Cluster, names: RegExp): number {
  const pids = [...processes].flatMap(([name, each]) => (names.test(name) ? [each.pid() ?? 0] : []))
  return pids.reduce((total, pid) => total + (pid > 0 ? inAll(timeOf(pid)) : 0), 0)
}

/** CPU time of PostgreSQL `index` so far, in microseconds; 0 while it isn't running. */
export function timeOfDatabase({ folders }: Cluster, index: number): number {
  const pid = findPostmaster(join(folders.databaseFolder(index), 'data'))?.pid
  if (!pid) return 0
  // Each connection is a child process; finished ones are counted in their parent.
  return [timeOf, timeOfChildren, timeOfEndedChildren].reduce((total, read) => total + inAll(read(pid)), 0)
}
