import type { World } from './world'

/** Balances that each gateway has read since it started, by where it read them. */
export type Reads = Map<string, { standby: number; primary: number }>

/** A gateway's metrics in Prometheus' format; null for any other process. */
async function scrape(name: string, { ports }: World['cluster']): Promise<string | null> {
  const [, environment, member] = /^gateway-(\w+)-(\d)$/.exec(name) ?? []
  if (!environment) return null
  const port = (ports.metrics[Number(member) - 1] ?? 0) + (environment === 'sandbox' ? 1 : 2)
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

export async function countReads({ cluster }: World): Promise<Reads> {
  const reads: Reads = new Map()
  for (const name of cluster.processes.keys()) {
    const text = await scrape(name, cluster)
    if (text) reads.set(name, { standby: count(text, 'standby'), primary: count(text, 'primary') })
  }
  return reads
}

/** The share of balances between two readings that came from a standby; of a restarted gateway, all since its start. */
export function shareOfStandby(before: Reads, after: Reads): number {
  const total = { standby: 0, primary: 0 }
  for (const [name, now] of after) {
    const previous = before.get(name)
    const isSame = previous && previous.standby <= now.standby && previous.primary <= now.primary
    total.standby += now.standby - (isSame ? previous.standby : 0)
    total.primary += now.primary - (isSame ? previous.primary : 0)
  }
  return total.standby / Math.max(1, total.standby + total.primary)
}

function count(text: string, source: string): number {
  return Number(
    new RegExp(`^guichet_balance_reads_total{[^}]*source="${source}"[^}]*} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
  )
}
