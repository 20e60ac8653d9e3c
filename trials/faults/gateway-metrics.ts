import type { World } from './world'

/** Balances that each gateway has read since it started, by where it read them. */
export type Reads = Map<string, { standby: number; primary: number }>

/** What a gateway says of itself, in Prometheus' format; null of any other process. */
export async function scrape(name: string, { ports }: World['cluster']): Promise<string | null> {
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

/** Which part of the balances between two looks came from a standby; of a gateway that was started anew, all since. */
export function shareOfStandby(before: Reads, after: Reads): number {
  const total = { standby: 0, primary: 0 }
  for (const [name, now] of after) {
    const former = before.get(name)
    const isSame = former && former.standby <= now.standby && former.primary <= now.primary
    total.standby += now.standby - (isSame ? former.standby : 0)
    total.primary += now.primary - (isSame ? former.primary : 0)
  }
  return total.standby / Math.max(1, total.standby + total.primary)
}

function count(text: string, source: string): number {
  return Number(
    new RegExp(`^guichet_balance_reads_total{[^}]*source="${source}"[^}]*} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
  )
}
