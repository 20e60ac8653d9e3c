import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@/lib/timeout'
import { scrape } from './gateway-metrics'
import type { World } from './world'

/** What a process holds: heap after a collection and resident memory in bytes, handles, connections to the database. */
export type Inside = { heapUsed: number; rss: number; handles: number; pool: number | null }

/** Looks into every process of the product, one after the other. */
export async function lookInside({ cluster }: World): Promise<Map<string, Inside>> {
  const found = new Map<string, Inside>()
  for (const [name, process] of cluster.processes) {
    const pid = process.pid()
    if (!pid || !/^(portal|gateway|worker)/.test(name)) continue
    const memory = await collect(join(cluster.folders.dataDir, `inside-${pid}.json`), pid)
    found.set(name, { ...memory, pool: await readPool(name, cluster) })
  }
  return found
}

async function collect(file: string, pid: number): Promise<Omit<Inside, 'pool'>> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  await waitUntil(() => existsSync(file), 10_000, 50)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Gateways alone count their pool. */
async function readPool(name: string, cluster: World['cluster']): Promise<number | null> {
  const text = await scrape(name, cluster)
  return text === null ? null : Number(/^guichet_pool_connections\S* (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}
