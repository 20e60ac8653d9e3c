import { Problem, renderProblem, unavailable } from '@/gateway/responses/problem'
import { networkOf } from '@/lib/address-words'
import { database, databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { invalidClient } from '@/lib/oauth/errors'
import { problemTexts } from '@/lib/problems'
import { counters, countersOf, sumCodes, writeMeterBatch } from '@/lib/usage/commands'
import { writeResponse } from '@/lib/usage/recent-calls'
import {
  type CallOutcome,
  callOutcomes,
  latencyBounds,
  type MeterBatch,
  type NetworkRow,
  type RecentCallRow,
  type UsageRow,
} from '@/lib/usage/schema'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import { createRandom, type Random } from './random'
import { subjectOf, type World } from './world'

/** The calls of one application, from when it could call to when it was suspended, or until now. */
type Traffic = {
  application: string
  /** account calls in its busiest hour */
  peak: number
  /** when its users are awake */
  rhythm: 'shop' | 'office'
  /** the program asks for a token before each call */
  tokenPerCall?: true
  /** it reached its limit this many minutes ago, for so many minutes */
  loadTest?: { ago: number; minutes: number; limit: number }
  /** why some of its token requests are refused */
  tokenMistake?: 'wrong_secret' | 'other_environment'
  msisdns: string[]
  address: string
  /** a twentieth of its calls come from here */
  otherAddress?: string
}

const traffic: Traffic[] = [
  {
    application: 'teranga',
    peak: 900,
    rhythm: 'shop',
    address: '203.0.113.24',
    otherAddress: '198.51.100.201',
    msisdns: ['999000000001', '999000000002', '999000000004'],
  },
  {
    application: 'teranga-tests',
    peak: 40,
    rhythm: 'office',
    address: '203.0.113.20',
    msisdns: ['221780000101', '221780000103'],
  },
  {
    application: 'ledger',
    peak: 420,
    rhythm: 'office',
    address: '198.51.100.8',
    msisdns: ['999000000001', '999000000005'],
  },
  {
    application: 'ledger-tests',
    peak: 150,
    rhythm: 'office',
    address: '198.51.100.9',
    loadTest: { ago: 190, minutes: 14, limit: 60 },
    tokenMistake: 'wrong_secret',
    msisdns: ['221770000001'],
  },
  {
    application: 'kiosque-tests',
    peak: 60,
    rhythm: 'shop',
    address: '203.0.113.61',
    tokenMistake: 'wrong_secret',
    msisdns: ['221760000201', '221760000202', '221760000204'],
  },
  {
    application: 'market-tests',
    peak: 45,
    rhythm: 'shop',
    address: '198.51.100.140',
    tokenPerCall: true,
    tokenMistake: 'other_environment',
    msisdns: ['221770000001', '221770000002'],
  },
  {
    application: 'payday',
    peak: 260,
    rhythm: 'shop',
    address: '198.51.100.77',
    msisdns: ['999000000001'],
  },
  {
    application: 'sahel-tests',
    peak: 30,
    rhythm: 'office',
    address: '203.0.113.90',
    msisdns: ['221770000001'],
  },
]

/** The share of the peak in each hour of the day (UTC), and on each day of the week from Sunday. */
const rhythms = {
  shop: {
    hours: [3, 2, 1, 1, 2, 6, 15, 32, 48, 57, 63, 78, 92, 80, 62, 60, 66, 80, 95, 100, 84, 52, 24, 9],
    days: [0.7, 0.85, 0.88, 0.9, 0.95, 1.1, 1.2],
  },
  office: {
    hours: [4, 4, 8, 4, 4, 5, 12, 40, 82, 98, 100, 86, 54, 70, 94, 96, 80, 45, 20, 12, 8, 6, 5, 4],
    days: [0.12, 0.96, 1, 1, 0.98, 0.9, 0.2],
  },
}

/** How many of a thousand calls end in each bucket of the latency histogram; during the incident, all take longer. */
const latencies = {
  usual: [20, 180, 230, 140, 150, 125, 70, 38, 18, 11, 6, 5, 3, 2, 1, 1],
  incident: [0, 5, 10, 25, 40, 70, 90, 110, 120, 120, 100, 100, 70, 60, 40, 20, 15, 5],
}
const typicalBucket = 2

/** Each of its servers asks for a token of its own: the others get one that is in use already. */
const servers = 3

/** Status and error code of an account call with each outcome. */
const results = {
  succeeded: [200, null],
  refused: [404, 'account_not_found'],
  limited: [429, 'quota_exceeded'],
  failed: [503, 'unavailable'],
} as const satisfies Record<CallOutcome, readonly [number, string | null]>

/** Six days ago the database failed over in the afternoon. */
const incident = { daysAgo: 6, hour: 15 }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** As the worker sums them (lib/usage/roll-up.ts): from then on minutes, and hours, are read one by one. */
const kept = { minutes: 2 * dayMs, hours: 100 * dayMs }
/** A program that keeps its token asks for the next one about every three and a half minutes. */
const tokensPerHour = 17
/** Fewer than the worker keeps of each. */
const sampled = { successes: 40, errors: 20 }

/** Writes the usage of every application up to `end`, as gateways and the worker would have left it. */
export async function writeTraffic(world: World, end: Date): Promise<void> {
  const minutesFrom = floor(end.getTime() - kept.minutes, hourMs)
  const daysUntil = floor(end.getTime() - kept.hours, dayMs)
  for (const [index, each] of traffic.entries()) {
    const { id } = subjectOf(world, each.application)
    const random = createRandom(index + 1)
    const period = await findPeriod(id, end)
    const generate = (from: number, to: number, step: number) =>
      [...steps(from, to, step)].flatMap((at) => rowsOf({ ...each, ...period, id }, at, step, random))
    const hoursFrom = floor(period.began, hourMs) + hourMs
    await insertHours(generate(hoursFrom, Math.min(minutesFrom, period.ended), hourMs))
    const minutes = generate(Math.max(minutesFrom, floor(period.began, minuteMs)), period.ended, minuteMs)
    // The last calls are kept, however long ago they were.
    const last = minutes.length > 0 ? minutes : generate(period.ended - kept.minutes, period.ended, minuteMs)
    await writeMinutes(each, id, minutes, last, random)
  }
  await sumDays(new Date(minutesFrom), new Date(daysUntil))
}

/** When it became active, and when it or its owner was suspended. */
async function findPeriod(applicationId: string, now: Date) {
  const { transitions, developer } = await database().application.findUniqueOrThrow({
    where: { id: applicationId },
    include: { developer: true, transitions: { orderBy: { at: 'asc' } } },
  })
  const timeOf = (state: string) => transitions.find(({ toState }) => toState === state)?.at
  const ended = timeOf('suspended') ?? developer.suspendedAt ?? now
  return { began: (timeOf('active') ?? now).getTime(), ended: ended.getTime(), now: now.getTime() }
}

function* steps(from: number, to: number, step: number): Generator<number> {
  for (let at = from; at < to; at += step) yield at
}

type Calling = Traffic & Awaited<ReturnType<typeof findPeriod>> & { id: string }

function rowsOf(each: Calling, at: number, step: number, random: Random): UsageRow[] {
  const date = new Date(at)
  const { hours, days } = rhythms[each.rhythm]
  const share = ((hours[date.getUTCHours()] ?? 0) / 100) * (days[date.getUTCDay()] ?? 1)
  // It has grown by half since the beginning.
  const growth = 1 - (each.now - at) / (3 * (each.now - each.began))
  const hoursLong = step / hourMs
  const calls = random.count(each.peak * share * growth * hoursLong)
  const needed = random.count(Math.min(tokensPerHour * hoursLong, calls))
  const tokens = each.tokenPerCall ? calls : needed
  const isIncident =
    floor(at, dayMs) === floor(each.now - incident.daysAgo * dayMs, dayMs) &&
    date.getUTCHours() === incident.hour
  const failed = Math.min(calls, random.count(calls * (isIncident ? 0.09 : 0.0004)))
  const refused = Math.min(calls - failed, random.count(calls * 0.012))
  const limited = limitedAt(each, at, step, random)
  const account = {
    endpoint: 'account' as const,
    succeeded: calls - failed - refused + limited.served,
    refused,
    limited: limited.refused,
    failed,
    minted: 0,
    reused: 0,
  }
  const minted = Math.min(tokens, random.count(needed / servers))
  const token = {
    endpoint: 'token' as const,
    succeeded: tokens,
    limited: 0,
    failed: 0,
    refused: random.count(tokens * (each.tokenMistake ? 0.04 : 0.001)),
    minted,
    reused: tokens - minted,
  }
  return [account, token]
    .filter((row) => sumOf(row) > 0)
    .map((row) => ({
      applicationId: each.id,
      minute: at,
      ...row,
      latency: spread(sumOf(row), isIncident, random),
      codes: codesOf(row),
    }))
}

/** A load test serves up to the limit in each minute, and is refused beyond. */
function limitedAt({ loadTest, now }: Calling, at: number, step: number, random: Random) {
  if (!loadTest || step !== minuteMs) return { served: 0, refused: 0 }
  const since = (at - (now - loadTest.ago * minuteMs)) / minuteMs
  if (since < 0 || since >= loadTest.minutes) return { served: 0, refused: 0 }
  return { served: loadTest.limit - 3, refused: random.count(70) }
}

function codesOf(row: Pick<UsageRow, 'endpoint' | CallOutcome>): UsageRow['codes'] {
  const found = callOutcomes.flatMap((outcome) => {
    const code = resultOf(row.endpoint, outcome)[1]
    return code && row[outcome] > 0 ? [[code, row[outcome]] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

function resultOf(endpoint: UsageRow['endpoint'], outcome: CallOutcome) {
  return endpoint === 'token' && outcome === 'refused' ? ([401, 'invalid_client'] as const) : results[outcome]
}

function sumOf({ succeeded, refused, limited, failed }: Record<CallOutcome, number>): number {
  return succeeded + refused + limited + failed
}

function spread(calls: number, isIncident: boolean, random: Random): number[] {
  const weights = isIncident ? latencies.incident : latencies.usual
  const buckets = latencyBounds.map((_, index) => {
    const share = (calls * (weights[index] ?? 0)) / 1000
    // Few calls are slow: whether one is falls to chance.
    return Math.floor(share) + (random.next() < share % 1 ? 1 : 0)
  })
  const total = buckets.reduce((sum, count) => sum + count, 0)
  buckets[typicalBucket] = Math.max(0, (buckets[typicalBucket] ?? 0) + calls - total)
  return [...buckets, 0]
}

async function insertHours(rows: UsageRow[]): Promise<void> {
  const records = rows.map(({ minute, ...row }) => ({
    application_id: row.applicationId,
    hour: new Date(minute).toISOString(),
    endpoint: row.endpoint,
    ...Object.fromEntries(counters.map((name, index) => [name, countersOf(row)[index] ?? 0])),
    codes: row.codes,
  }))
  await databasePool().query(
    'INSERT INTO usage_hour SELECT * FROM json_populate_recordset(NULL::usage_hour, $1)',
    [JSON.stringify(records)],
  )
}

/** Through the gateways' own writer, with the last calls and the use of the secrets. */
async function writeMinutes(
  each: Traffic,
  applicationId: string,
  usage: UsageRow[],
  last: UsageRow[],
  random: Random,
): Promise<void> {
  const { environment, secrets } = await database().application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { environment: true, secrets: { where: { revokedAt: null } } },
  })
  const use = { at: last.at(-1)?.minute ?? 0, address: each.address }
  const recent = sampleCalls({ ...each, environment }, last, random)
  const credentialUses: MeterBatch['credentialUses'] = new Map(secrets.map(({ id }) => [id, use]))
  const networks = countNetworks(each, applicationId, usage)
  const batch = { flushId: newId(), usage, recent, credentialUses, networks, uncounted: [] }
  await writeMeterBatch(databasePool(), environment, batch)
}

/** Its calls by day; some come from a second office. */
function countNetworks(
  { address, otherAddress }: Traffic,
  applicationId: string,
  usage: UsageRow[],
): NetworkRow[] {
  const days = new Map<number, number>()
  for (const row of usage) {
    const day = Math.floor(row.minute / dayMs)
    days.set(day, (days.get(day) ?? 0) + sumOf(row))
  }
  return [...days].flatMap(([day, calls]) => {
    const other = otherAddress ? Math.floor(calls / 20) : 0
    const row = (from: string, count: number) => ({
      applicationId,
      day,
      network: networkOf(from),
      calls: count,
    })
    return [row(address, calls - other), ...(otherAddress && other > 0 ? [row(otherAddress, other)] : [])]
  })
}

type Realm = { environment: string }

/** One call for each outcome that a minute has, of the newest minutes. */
function sampleCalls(each: Traffic & Realm, rows: UsageRow[], random: Random): RecentCallRow[] {
  const newest = rows.flatMap((row) =>
    callOutcomes.filter((outcome) => row[outcome] > 0).map((outcome) => ({ row, outcome })),
  )
  const successes = newest.filter(({ outcome }) => outcome === 'succeeded').slice(-sampled.successes)
  const errors = newest.filter(({ outcome }) => outcome !== 'succeeded').slice(-sampled.errors)
  return [...successes, ...errors]
    .map(({ row, outcome }) => describeCall(each, row, outcome, random))
    .sort((one, other) => one.at.localeCompare(other.at))
}

function describeCall(
  { msisdns, address, tokenMistake, environment }: Traffic & Realm,
  { applicationId, endpoint, minute }: UsageRow,
  outcome: CallOutcome,
  random: Random,
): RecentCallRow {
  const [status, errorCode] = resultOf(endpoint, outcome)
  const requestId = newId()
  return {
    application_id: applicationId,
    request_id: requestId,
    endpoint,
    status,
    error_code: errorCode,
    address,
    at: new Date(minute + Math.floor(random.next() * minuteMs)).toISOString(),
    hint: status === 401 ? (tokenMistake ?? 'wrong_secret') : null,
    latency_ms: Math.round(2 + random.next() ** 4 * 60),
    method: endpoint === 'account' ? 'GET' : 'POST',
    response: errorResponse(requestId, status, environment),
    masked_msisdn: endpoint === 'account' ? maskMsisdn(random.pick(msisdns)) : null,
  }
}

/** An error as a gateway would have sent it; null for a success. */
function errorResponse(requestId: string, status: number, realm: string): string | null {
  if (status < 400) return null
  const common = ['X-Request-Id', requestId, 'Cache-Control', 'no-store', 'Content-Type']
  if (status === 401) {
    const { code, description } = invalidClient()
    const headers = [
      ...common,
      'application/json',
      'Pragma',
      'no-cache',
      'WWW-Authenticate',
      `Basic realm="${realm}"`,
    ]
    return writeResponse({ headers, body: JSON.stringify({ error: code, error_description: description }) })
  }
  const problem = problems[status as keyof typeof problems]
  return writeResponse({
    headers: [...common, 'application/problem+json', ...problem.headers],
    body: renderProblem(getSettings().PORTAL_URL, problem, requestId),
  })
}

const problems = {
  404: new Problem(404, 'account_not_found', problemTexts.account_not_found.details[0]),
  429: new Problem(429, 'quota_exceeded', problemTexts.quota_exceeded.details[0], ['Retry-After', '1']),
  503: unavailable(),
}

/** The third tier, and up to where the other two were summed. */
async function sumDays(minutesFrom: Date, daysUntil: Date): Promise<void> {
  const sums = counters.map((name) => `sum(${name})`).join(', ')
  await databasePool().query(
    `INSERT INTO usage_day (application_id, day, endpoint, codes, ${counters.join(', ')})
     SELECT application_id, date_bin('1 day', hour, 'epoch'), endpoint, ${sumCodes}, ${sums} FROM usage_hour
     WHERE hour < $1 GROUP BY 1, 2, 3`,
    [daysUntil],
  )
  await databasePool().query('DELETE FROM usage_hour WHERE hour < $1', [daysUntil])
  await databasePool().query(`INSERT INTO usage_rollup (step, until) VALUES ('hour', $1), ('day', $2)`, [
    minutesFrom,
    daysUntil,
  ])
}

function floor(at: number, width: number): number {
  return at - (at % width)
}
