import { networkOf } from '@/lib/addresses'
import { database, databasePool } from '@/lib/database'
import { newId } from '@/lib/ids'
import { counters, sumCodes, writeMeterBatch } from '@/lib/usage/commands'
import { type CallOutcome, callOutcomes, latencyBounds, type UsageRow } from '@/lib/usage/schema'
import { codeOf, makeCall } from './calls'
import { subjectOf, type World } from './world'

/** The calls of one application, from when it could call to when it was suspended, or until now. */
type Traffic = {
  key: string
  /** account calls in its busiest hour */
  peak: number
  address: string
  /** a twentieth of its calls come from here */
  otherAddress?: string
  /** the program asks for a token before each call */
  tokenPerCall?: true
  /** it reached its limit three hours ago, for 14 minutes */
  loadTest?: true
  /** an hour and a half ago it asked for many numbers that do not exist, for 12 minutes: see its alert */
  guesses?: true
  /** why some of its token requests are refused */
  mistake?: 'wrong_secret' | 'other_environment'
}

const traffic: Traffic[] = [
  { key: 'teranga', peak: 900, address: '203.0.113.24', otherAddress: '198.51.100.201', guesses: true },
  { key: 'teranga-tests', peak: 40, address: '203.0.113.20' },
  { key: 'ledger', peak: 420, address: '198.51.100.8' },
  { key: 'ledger-tests', peak: 150, address: '198.51.100.9', loadTest: true, mistake: 'wrong_secret' },
  { key: 'kiosque-tests', peak: 60, address: '203.0.113.61', mistake: 'wrong_secret' },
  {
    key: 'market-tests',
    peak: 45,
    address: '198.51.100.140',
    tokenPerCall: true,
    mistake: 'other_environment',
  },
  { key: 'payday', peak: 260, address: '198.51.100.77' },
  { key: 'sahel-tests', peak: 30, address: '203.0.113.90' },
]

/** How many of a thousand calls end in each bucket of the latency histogram; during the incident, all take longer. */
const latencies = {
  usual: [20, 180, 230, 140, 150, 125, 70, 38, 18, 11, 6, 5, 3, 2, 1, 1],
  incident: [0, 5, 10, 25, 40, 70, 90, 110, 120, 120, 100, 100, 70, 60, 40, 20, 15, 5],
}
const typicalBucket = 2

const statuses = { succeeded: 200, refused: 404, limited: 429, failed: 503 }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A program that keeps its token asks for the next one about every three and a half minutes. */
const tokensPerHour = 17
/** Each of its servers asks for a token of its own: the others get one that is in use already. */
const servers = 3
/** Fewer than the worker keeps of each. */
const sampled = { successes: 90, errors: 120 }

/** Writes the usage of every application up to `end`, as gateways and the worker would have left it. */
export async function writeTraffic(world: World, end: Date): Promise<void> {
  // As the worker sums them (lib/usage/roll-up.ts).
  const minutesFrom = floor(end.getTime() - 2 * dayMs, hourMs)
  const daysUntil = floor(end.getTime() - 100 * dayMs, dayMs)
  for (const [index, each] of traffic.entries())
    await writeOne(world, each, end.getTime(), minutesFrom, index)
  await sumUp('hour', 'usage_minute', 'minute', minutesFrom)
  await sumUp('day', 'usage_hour', 'hour', daysUntil)
}

async function writeOne(world: World, each: Traffic, end: number, minutesFrom: number, seed: number) {
  const { id } = subjectOf(world, each.key)
  const { environment, secrets, transitions, developer } = await database().application.findUniqueOrThrow({
    where: { id },
    include: { developer: true, transitions: true, secrets: { where: { revokedAt: null } } },
  })
  const timeOf = (state: string) => transitions.find(({ toState }) => toState === state)?.at.getTime()
  const began = timeOf('active') ?? end
  const ended = timeOf('suspended') ?? developer?.suspendedAt?.getTime() ?? end
  const random = createRandom(seed + 1)
  // An hour at a time at first, and then each minute: at least the last hours, of which calls are kept.
  const detailedFrom = Math.min(minutesFrom, floor(ended - dayMs, hourMs))
  const usage: UsageRow[] = []
  for (let at = floor(began, hourMs) + hourMs; at < ended; at += at < detailedFrom ? hourMs : minuteMs)
    usage.push(...rowsOf(each, id, at, at < detailedFrom ? hourMs : minuteMs, end, random))
  const use = { at: usage.at(-1)?.minute ?? 0, address: each.address }
  await writeMeterBatch(databasePool(), environment, {
    flushId: newId(),
    usage,
    recent: sampleCalls(each, environment, usage, random),
    credentialUses: new Map(secrets.map((secret) => [secret.id, use])),
    networks: countNetworks(each, usage, end),
    uncounted: [],
  })
}

/** The counts of an hour or a minute. */
function rowsOf(each: Traffic, applicationId: string, at: number, step: number, end: number, random: Random) {
  const hours = step / hourMs
  const calls = random.count(each.peak * shareOf(new Date(at)) * hours)
  const needed = Math.min(calls, random.count(tokensPerHour * hours))
  const tokens = each.tokenPerCall ? calls : needed
  // Six days ago the database failed over in the afternoon.
  const isIncident = floor(at, hourMs) === floor(end, dayMs) - 6 * dayMs + 15 * hourMs
  const failed = Math.min(calls, random.count(calls * (isIncident ? 0.09 : 0.0004)))
  const refused = Math.min(calls - failed, random.count(calls * 0.012))
  const ago = (end - at) / minuteMs
  const isLimited = each.loadTest && step === minuteMs && ago > 176 && ago <= 190
  const guesses = each.guesses && step === minuteMs && ago > 84 && ago <= 96 ? 80 + random.count(60) : 0
  const minted = Math.min(tokens, random.count(needed / servers))
  const account = {
    endpoint: 'account' as const,
    succeeded: calls - failed - refused + (isLimited ? 57 : 0),
    refused: refused + Math.min(guesses, 100),
    limited: isLimited ? random.count(70) : Math.max(0, guesses - 100),
    failed,
    minted: 0,
    reused: 0,
  }
  const token = {
    endpoint: 'token' as const,
    succeeded: tokens,
    refused: random.count(tokens * (each.mistake ? 0.04 : 0.001)),
    limited: 0,
    failed: 0,
    minted,
    reused: tokens - minted,
  }
  return [account, token].flatMap((row): UsageRow[] => {
    const sum = sumOf(row)
    if (sum === 0) return []
    return [
      { applicationId, minute: at, ...row, latency: spread(sum, isIncident, random), codes: codesOf(row) },
    ]
  })
}

/** The share of the busiest hour's calls: most people are awake from six to ten (UTC), and fewer work at weekends. */
function shareOf(at: Date): number {
  const daylight = Math.sin((Math.PI * (at.getUTCHours() - 5)) / 17)
  return Math.max(0.03, daylight) * (at.getUTCDay() % 6 === 0 ? 0.4 : 1)
}

function codesOf(row: Pick<UsageRow, 'endpoint' | CallOutcome>): UsageRow['codes'] {
  const found = callOutcomes.flatMap((outcome) => {
    const code = codeOf(statuses[outcome], row.endpoint as 'account' | 'token')
    return code && row[outcome] > 0 ? [[code, row[outcome]] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

function sumOf({ succeeded, refused, limited, failed }: Record<CallOutcome, number>): number {
  return succeeded + refused + limited + failed
}

function spread(calls: number, isIncident: boolean, random: Random): number[] {
  const weights = isIncident ? latencies.incident : latencies.usual
  // Few calls are slow: whether one is falls to chance.
  const buckets = latencyBounds.map((_, index) =>
    Math.floor((calls * (weights[index] ?? 0)) / 1000 + random.next()),
  )
  const total = buckets.reduce((sum, count) => sum + count, 0)
  buckets[typicalBucket] = Math.max(0, (buckets[typicalBucket] ?? 0) + calls - total)
  return [...buckets, 0]
}

/** Its calls by day; some come from a second office. */
function countNetworks({ address, otherAddress }: Traffic, usage: UsageRow[], end: number) {
  const addresses = otherAddress ? [...Array(19).fill(address), otherAddress] : [address]
  const recent = usage.filter(({ minute }) => minute > end - 35 * dayMs)
  return recent.map((row, index) => ({
    applicationId: row.applicationId,
    day: Math.floor(row.minute / dayMs),
    network: networkOf(addresses[index % addresses.length]),
    calls: sumOf(row),
  }))
}

/** One call for each outcome that a minute has, of the newest minutes. */
function sampleCalls(each: Traffic, environment: string, usage: UsageRow[], random: Random) {
  const newest = usage.flatMap((row) =>
    callOutcomes.filter((outcome) => row[outcome] > 0).map((outcome) => ({ row, outcome })),
  )
  const successes = newest.filter(({ outcome }) => outcome === 'succeeded').slice(-sampled.successes)
  const errors = newest.filter(({ outcome }) => outcome !== 'succeeded').slice(-sampled.errors)
  const msisdn = environment === 'sandbox' ? '221770000001' : '999000000001'
  const calls = [...successes, ...errors].map(({ row, outcome }) => {
    const isRefused = row.endpoint === 'token' && outcome === 'refused'
    const call = makeCall({
      application_id: row.applicationId,
      at: row.minute + Math.floor(random.next() * minuteMs),
      address: each.address,
      latency_ms: Math.round(2 + random.next() ** 4 * 60),
      status: isRefused ? 401 : statuses[outcome],
      msisdn: row.endpoint === 'account' ? msisdn : null,
    })
    return isRefused ? { ...call, hint: each.mistake ?? 'wrong_secret' } : call
  })
  // Their ids follow time, as those of a gateway do: the newest id is the last call.
  return calls.sort((one, other) => one.at.localeCompare(other.at))
}

/** Numbers that look random and are the same in every demo. */
type Random = {
  /** from 0 to 1 */
  next(): number
  /** how often something happens that is expected so often */
  count(expected: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** Mulberry32, a generator with 32 bits of state: enough for invented traffic, and for nothing secret. */
export function createRandom(seed: number): Random {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    count: (expected) => Math.max(0, Math.floor(expected + (2 * next() - 1) * Math.sqrt(expected) + next())),
    pick: (values) => values[Math.floor(next() * values.length)] as never,
  }
}

/** The second tier from the first, and the third from the second. */
async function sumUp(step: 'hour' | 'day', from: string, column: string, until: number): Promise<void> {
  const pool = databasePool()
  const sums = counters.map((name) => `sum(${name})`).join(', ')
  const before = [new Date(until)]
  await pool.query(
    `INSERT INTO usage_${step} (application_id, ${step}, endpoint, codes, ${counters.join(', ')})
     SELECT application_id, date_bin('1 ${step}', ${column}, 'epoch'), endpoint, ${sumCodes}, ${sums}
     FROM ${from} WHERE ${column} < $1 GROUP BY 1, 2, 3`,
    before,
  )
  await pool.query(`DELETE FROM ${from} WHERE ${column} < $1`, before)
  await pool.query(`INSERT INTO usage_rollup (step, until) VALUES ('${step}', $1)`, before)
}

function floor(at: number, width: number): number {
  return at - (at % width)
}
