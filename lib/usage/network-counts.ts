import { networkOf } from '@/lib/address-words'
import { dayMs } from '@/lib/clock'
import type { MeteredCall } from './request-log'
import { maxCountedNetworks, type NetworkRow } from './schema'

/** Networks held between two flushes: of one application as many as it can have, and of all. */
const max = { perApplication: maxCountedNetworks, total: 20_000 }
/** Written at most at a time; a smaller batch leaves none. */
export const networksInBatch = 5000

type Counts = {
  day: number
  rows: Map<string, NetworkRow>
  /** The caller before: most calls of an application come from the same address as the one before. */
  last: { address: string; row: NetworkRow } | null
}

/**
 * Counts calls by application, day and network. Only calls that were authenticated: anyone may send a client
 * id. What is beyond the bounds counts for the empty network, and beyond those of all applications is
 * reported to `onDrop`.
 */
export function createNetworkCounts(onDrop: (count: number) => void) {
  const open = new Map<string, Counts>()
  let closed: NetworkRow[] = []
  let held = 0

  function record(call: MeteredCall): void {
    if (!wasAuthenticated(call)) return
    const { applicationId, address, at } = call
    const day = Math.floor(at / dayMs)
    const counts = open.get(applicationId)
    if (counts?.day === day && counts.last?.address === address) counts.last.row.calls++
    else remember(counts?.day === day ? counts : begin(applicationId, day), applicationId, address)
  }

  function begin(applicationId: string, day: number): Counts {
    const before = open.get(applicationId)
    if (before) closed.push(...before.rows.values())
    const counts: Counts = { day, rows: new Map(), last: null }
    open.set(applicationId, counts)
    return counts
  }

  function remember(counts: Counts, applicationId: string, address: string): void {
    const network = networkOf(address)
    const full = held >= max.total || counts.rows.size >= max.perApplication
    const row = counts.rows.get(network) ?? add(counts, applicationId, full ? '' : network)
    if (!row) return
    row.calls++
    counts.last = { address, row }
  }

  function add(counts: Counts, applicationId: string, network: string): NetworkRow | null {
    const known = counts.rows.get(network)
    if (known) return known
    if (held >= 2 * max.total) {
      onDrop(1)
      return null
    }
    const row = { applicationId, day: counts.day, network, calls: 0 }
    counts.rows.set(network, row)
    held++
    return row
  }

  function take(): NetworkRow[] {
    for (const [applicationId, { rows }] of open) {
      if (closed.length >= networksInBatch) break
      closed.push(...rows.values())
      open.delete(applicationId)
    }
    const taken = closed.slice(0, networksInBatch)
    closed = closed.slice(networksInBatch)
    held -= taken.length
    return taken
  }

  return { record, take, size: () => held }
}

/**
 * A wrong credential shows nothing about where the application's programs are; a wrong address with the right
 * one does.
 */
function wasAuthenticated({ endpoint, status, hint }: MeteredCall): boolean {
  return endpoint === 'account' || status < 400 || hint === 'address_not_allowed'
}
