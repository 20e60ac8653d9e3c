import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPrimary } from '../cluster/primary'
import { timeOfDatabase, timeOfProcesses } from './costs'
import type { World } from './world'

/** Costs of each tier so far: microseconds of CPU time by tier, and bytes of the two logs. */
export type Tiers = { times: Record<string, number>; log: number; databaseLog: number }

const tierNames = {
  proxy: /^proxy$/,
  gateways: /^gateway-/,
  Redis: /^redis$/,
  'way to the primary': /^primary$/,
  PgBouncer: /^pooler$/,
  portals: /^portal-/,
  workers: /^worker-/,
  'Patroni and etcd': /^(database-|etcd)/,
}

/** Reads all of them at one moment. No process may end between two readings that are compared. */
export async function readTiers({ cluster, owner }: World): Promise<Tiers> {
  const times: Record<string, number> = {}
  for (const [tier, names] of Object.entries(tierNames)) times[tier] = timeOfProcesses(cluster, names)
  const primary = await findPrimary(cluster.ports)
  for (const index of cluster.ports.databases.keys())
    times[index === primary ? 'PostgreSQL, primary' : 'PostgreSQL, standby'] = timeOfDatabase(cluster, index)
  const { rows } = await owner.query(`SELECT (pg_current_wal_lsn() - '0/0')::float AS bytes`)
  return { times, log: sizeOf(join(cluster.folders.dataDir, 'logs')), databaseLog: rows[0].bytes }
}

/** The difference of two readings. */
export function subtractTiers(after: Tiers, before: Tiers): Tiers {
  const times = Object.entries(after.times).map(([tier, time]) => [tier, time - (before.times[tier] ?? 0)])
  return {
    times: Object.fromEntries(times),
    log: after.log - before.log,
    databaseLog: after.databaseLog - before.databaseLog,
  }
}

/** A table of the costs of so many calls. */
export function formatTiers({ times, log, databaseLog }: Tiers, calls: number): string[] {
  return [
    '| tier | µs of CPU time per call |',
    '|---|---:|',
    ...Object.entries(times).map(([tier, time]) => `| ${tier} | ${(time / calls).toFixed(1)} |`),
    '',
    `Written per call: ${Math.round(databaseLog / calls)} bytes of PostgreSQL's log (WAL), ${(log / calls).toFixed(1)} of the processes' logs.`,
  ]
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0)
}
