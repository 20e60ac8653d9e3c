import { join } from 'node:path'
import { findPostmaster } from '../postgres/postmaster'
import {
  inAll,
  type ProcessorTime,
  timeOf,
  timeOfChildren,
  timeOfEndedChildren,
  timeOfMachine,
} from '../process-times'
import type { World } from './world'

/** Processor time so far, in microseconds: of each part, of the whole machine, and what its host gave to others. */
export type Costs = Record<'gateways' | 'databases' | 'caller' | 'busy' | 'stolen', number>

/** Looks at all of it at one moment. */
export function readCosts({ cluster }: World): Costs {
  const gateways = [...cluster.processes].flatMap(([name, each]) =>
    name.startsWith('gateway-') ? [each.pid() ?? 0] : [],
  )
  const postmasters = cluster.ports.databases.map(
    (_, index) => findPostmaster(join(cluster.folders.databaseFolder(index), 'data'))?.pid ?? 0,
  )
  const sum = (pids: number[], ...reads: ((pid: number) => ProcessorTime)[]) =>
    pids
      .filter((pid) => pid > 0)
      .reduce((total, pid) => total + reads.reduce((all, read) => all + inAll(read(pid)), 0), 0)
  return {
    gateways: sum(gateways, timeOf),
    // Each connection is a child of its own, and those of former ones are counted once they have ended.
    databases: sum(postmasters, timeOf, timeOfChildren, timeOfEndedChildren),
    caller: inAll(timeOf(process.pid)),
    ...timeOfMachine(),
  }
}
