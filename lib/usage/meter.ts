import { networkOf } from '@/lib/addresses'
import { dayMs } from '@/lib/clock'
import { newId } from '@/lib/ids'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { createRequestLog, type MeteredCall } from './request-log'
import {
  latencyBounds,
  type MeterBatch,
  type MeteredEndpoint,
  maxCountedNetworks,
  meteredEndpoints,
  type NetworkRow,
  testCode,
  type UsageRow,
} from './schema'

/** The data that a full meter drops: counts, which are then missing permanently, and the sample of recent calls. */
export const droppedKinds = ['usage', 'recent_call', 'network'] as const

type Drop = (what: (typeof droppedKinds)[number], count: number) => void

const max = {
  usageHeld: 50_000,
  usageInBatch: 1000,
  credentialsHeld: 20_000,
  credentialsInBatch: 500,
  uncountedHeld: 1000,
}

/**
 * Counts in memory between two flushes. Bounded: usage beyond 50,000 rows (in addition to a batch being
 * flushed), and recent calls beyond ten per application or 500 in all between two flushes, are dropped and
 * reported to `onDrop`. A row takes 0.5 KB, one of 20,000 uses of credentials 0.3: with all else, 100 MB at
 * most, while the database is away.
 * @param countsNetworks whether calls are also counted by the network they come from
 */
export function createMeter(onDrop: Drop, countsNetworks = true) {
  const open = Object.fromEntries(
    meteredEndpoints.map((endpoint) => [endpoint, new Map<string, UsageRow>()]),
  ) as Record<MeteredEndpoint, Map<string, UsageRow>>
  let openRows = 0
  let closed: UsageRow[] = []
  let unwritten: Pick<MeterBatch, 'flushId' | 'usage'> | null = null
  const recent = createRequestLog((count) => onDrop('recent_call', count))
  const networks = createNetworkCounts((count) => onDrop('network', count))
  const credentialUses: MeterBatch['credentialUses'] = new Map()

  const uncounted: string[] = []

  function record(call: MeteredCall): void {
    const row = findRow(call)
    if (row) count(row, call)
    else onDrop('usage', 1)
    recent.remember(call)
    if (countsNetworks) networks.record(call)
  }

  function findRow({ applicationId, endpoint, at }: MeteredCall): UsageRow | null {
    const rows = open[endpoint]
    const minute = at - (at % 60_000)
    const existing = rows.get(applicationId)
    if (existing?.minute === minute) return existing
    if (held() >= max.usageHeld) return null
    if (existing) closed.push(existing)
    else openRows++
    const row = emptyRow(applicationId, minute, endpoint)
    rows.set(applicationId, row)
    return row
  }

  /** Calls that their rehearsal could not count: one is enough to show that something is missing. */
  function noteUncounted(...rehearsalIds: string[]): void {
    for (const id of rehearsalIds)
      if (!uncounted.includes(id) && uncounted.length < max.uncountedHeld) uncounted.push(id)
  }

  const held = () => openRows + closed.length + (unwritten?.usage.length ?? 0)

  function noteCredential(credentialId: string, at: number, address: string): void {
    const known = credentialUses.get(credentialId)
    if (known) {
      known.at = at
      known.address = address
    } else if (credentialUses.size < max.credentialsHeld) credentialUses.set(credentialId, { at, address })
  }

  /**
   * Takes the next batch: one given back first, unchanged, then the oldest usage; the rest keeps counting.
   * @param whole whether networks are due too: they are written less often, as no one waits for them
   */
  function take(whole = true): MeterBatch {
    const usage = unwritten ?? { flushId: newId(), usage: takeUsage() }
    unwritten = null
    return {
      ...usage,
      recent: recent.take(),
      uncounted: uncounted.splice(0),
      credentialUses: takeCredentials(),
      networks: whole ? networks.take() : [],
    }
  }

  function takeUsage(): UsageRow[] {
    const usage = closed.slice(0, max.usageInBatch)
    closed = closed.slice(max.usageInBatch)
    for (const rows of Object.values(open)) {
      for (const [applicationId, row] of rows) {
        if (usage.length >= max.usageInBatch) break
        usage.push(row)
        rows.delete(applicationId)
        openRows--
      }
    }
    return usage
  }

  function takeCredentials(): MeterBatch['credentialUses'] {
    const taken: MeterBatch['credentialUses'] = new Map()
    for (const [id, use] of credentialUses) {
      if (taken.size >= max.credentialsInBatch) break
      taken.set(id, use)
      credentialUses.delete(id)
    }
    return taken
  }

  /**
   * Gives back usage that may not have been written, to be tried again as the same batch: not mixed with other rows, as
   * it may turn out to have been written. Networks, uses of credentials and recent calls of that batch are lost, except
   * those of rehearsals.
   */
  function giveBack({
    flushId,
    usage,
    recent: calls,
    networks: counted,
    uncounted: missed,
  }: MeterBatch): void {
    if (usage.length > 0) unwritten = { flushId, usage }
    recent.giveBack(calls)
    noteUncounted(...missed)
    if (counted.length > 0) onDrop('network', counted.length)
  }

  const isEmpty = () =>
    held() + uncounted.length + recent.size() + networks.size() + credentialUses.size === 0

  return { record, noteCredential, noteUncounted, take, giveBack, isEmpty }
}

export type Meter = ReturnType<typeof createMeter>

function emptyRow(applicationId: string, minute: number, endpoint: MeteredEndpoint): UsageRow {
  return {
    applicationId,
    minute,
    endpoint,
    succeeded: 0,
    refused: 0,
    limited: 0,
    failed: 0,
    latency: new Array(latencyBounds.length + 1).fill(0),
    minted: 0,
    reused: 0,
    codes: null,
  }
}

/** The bucket of each whole number of milliseconds up to a second: a look-up instead of a search. */
const bucketsByMs = Uint8Array.from({ length: 1001 }, (_, ms) => findBucket(ms))

function findBucket(latency: number): number {
  const bucket = latencyBounds.findIndex((bound) => latency <= bound)
  return bucket < 0 ? latencyBounds.length : bucket
}

function count(row: UsageRow, { status, latency, minted, errorCode, msisdn }: MeteredCall): void {
  if (status < 400) row.succeeded++
  else if (status === 429) row.limited++
  else if (status < 500) row.refused++
  else row.failed++
  const bucket = bucketsByMs[Math.ceil(latency)] ?? findBucket(latency)
  row.latency[bucket] = (row.latency[bucket] as number) + 1
  if (errorCode !== null) {
    row.codes ??= {}
    const code = errorCode === 'account_not_found' && msisdn === reservedMsisdn ? testCode : errorCode
    row.codes[code] = (row.codes[code] ?? 0) + 1
  }
  if (minted === true) row.minted++
  if (minted === false) row.reused++
}

/** Networks held between two flushes: of one application as many as it can have, and of all. */
const maxNetworks = { perApplication: maxCountedNetworks, total: 20_000 }
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
    const full = held >= maxNetworks.total || counts.rows.size >= maxNetworks.perApplication
    const row = counts.rows.get(network) ?? add(counts, applicationId, full ? '' : network)
    if (!row) return
    row.calls++
    counts.last = { address, row }
  }

  function add(counts: Counts, applicationId: string, network: string): NetworkRow | null {
    const known = counts.rows.get(network)
    if (known) return known
    if (held >= 2 * maxNetworks.total) {
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
