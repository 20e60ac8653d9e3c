import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { scrape } from './gateway-metrics'
import type { World } from './world'

/**
 * A process's resources: heap after a collection and resident memory in bytes, handles, connections to the database.
 */
export type Resources = { heapUsed: number; rss: number; handles: number; pool: number | null }

/** Inspects every process of the product in turn. */
export async function readResources({ cluster }: World): Promise<Map<string, Resources>> {
  const found = new Map<string, Resources>()
  for (const [name, process] of cluster.processes) {
    const pid = process.pid()
    if (!pid || !/^(portal|gateway|worker)/.test(name)) continue
    const memory = await collect(join(cluster.folders.dataDir, `resources-${pid}.json`), pid)
    found.set(name, { ...memory, pool: await readPool(name, cluster) })
  }
  return found
}

async function collect(file: string, pid: number): Promise<Omit<Resources, 'pool'>> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  await waitUntil(() => existsSync(file), 10_000, 50)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Only gateways export the size of their pool. */
async function readPool(name: string, cluster: World['cluster']): Promise<number | null> {
  const text = await scrape(name, cluster)
  return text === null ? null : Number(/^guichet_pool_connections\S* (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}
