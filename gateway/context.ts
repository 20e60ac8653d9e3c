import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { deprecationsStatement } from '@/lib/announcements/deprecations'
import { type Batcher, type BatchRun, createBatcher } from '@/lib/batch'
import { checkGatewayKeys } from '@/lib/health/gateway-keys'
import { createReadiness } from '@/lib/health/readiness'
import { consumeAssertions, createTokenIssuer } from '@/lib/oauth/issue-token'
import { findClients, findKeyClients } from '@/lib/oauth/queries'
import { type MintInput, mintToken, mintTokens } from '@/lib/tokens/commands'
import { type BearerQuestion, type FoundBearer, findBearers } from '@/lib/tokens/queries'
import { findBearersApart, type Source } from '@/lib/tokens/read-apart'
import type { Environment } from '@/lib/tokens/token'
import type { Tracing } from '@/lib/tracing'
import { createMeter, droppedKinds, type Meter } from '@/lib/usage/meter'
import { type EndpointName, type Exchange, listRequestIds } from './exchange'
import { createFailureCounter, failureLimits } from './limits/failures'
import { createLimitStore, createSharedWindows, type LimitStore } from './limits/store'
import { createWindows } from './limits/window'
import { createGatewayMetrics, type GatewayMetrics } from './metrics'
import type { GatewayOptions } from './options'
import { line } from './responses/send'
import { traceBatches } from './tracing'
import { type Sockets, watchSockets } from './wire/http-socket'

/** What the endpoints of each environment share, and what each group of them has for itself. */
export type Gateway = GatewayOptions & {
  lookupTimeoutMs: number
  requestTimeout: number
  keepAliveTimeout: number
  maxConnections: number
  lookUp: MakeLookUp
  token: ReturnType<typeof createTokenContext>
  account: ReturnType<typeof createAccountContext>
  sockets: Sockets
  /** The store of the limits that gateways share. */
  limitStore: LimitStore | undefined
  meter: Meter
  metrics: GatewayMetrics
  noteSlow: NoteSlow
  readiness: ReturnType<typeof createReadiness>
  deprecations: Deprecations
  /** Logs trouble, at most a line a second for each kind. */
  logTrouble: (kind: string, error: unknown, requestId?: string) => void
  /** Requests without a response yet. */
  inFlight: number
  draining: boolean
}

/** Leaves half a second of the two in which a 503 has to be given. */
export const defaultLookupTimeoutMs = 1500

const connections = { requestTimeout: 30_000, keepAliveTimeout: 65_000, maxConnections: 20_000 }

export function createContext(options: GatewayOptions): Gateway {
  const { environment, pool, standbys, tracing, redisUrl, lookupTimeoutMs = defaultLookupTimeoutMs } = options
  const { requestTimeout = connections.requestTimeout } = options
  const sockets = watchSockets(requestTimeout)
  const noteSlow = createNoteSlow(options.logger, options.slowQuery)
  const { lookUp, waiting } = createLookUps({
    environment,
    pool,
    tracing,
    noteSlow,
    timeoutMs: lookupTimeoutMs,
    metrics: () => metrics,
  })
  const metrics = createGatewayMetrics({
    environment,
    sharesLimits: redisUrl !== undefined,
    pool,
    standbys,
    waiting,
    inFlight: () => gateway.inFlight,
    connections: sockets.size,
  })
  const onStore = (working: boolean, error: unknown) => reportStore(gateway, working, error)
  const store = redisUrl ? createLimitStore({ environment, redisUrl, onStore }) : undefined
  const troubleLog = createTroubleLog(options.logger)
  const gateway: Gateway = {
    ...connections,
    ...options,
    lookupTimeoutMs,
    requestTimeout,
    lookUp,
    token: createTokenContext(options, lookUp, store),
    account: createAccountContext(options, lookUp, store, metrics),
    sockets,
    limitStore: store,
    meter: createMeter(
      (kind, count) => metrics.droppedMeters.inc({ kind }, count),
      // Only Production applications have allowed networks.
      environment === 'production',
    ),
    metrics,
    noteSlow,
    readiness: createReadiness({
      pool,
      logger: options.logger,
      checkKeys: () => checkGatewayKeys(pool, environment, heldKeys(options)),
      namesStatements: true,
    }),
    deprecations: watchDeprecations(pool, options.portalUrl, (error) =>
      gateway.logTrouble('deprecations', error),
    ),
    logTrouble(kind, error, requestId) {
      gateway.readiness.note(error, requestId !== undefined)
      troubleLog(kind, error, requestId)
    },
    inFlight: 0,
    draining: false,
  }
  if (store) metrics.storeWorking.set(1)
  presetCounters(metrics)
  return gateway
}

/** The lines that an endpoint's responses get while it is deprecated. */
type Deprecations = {
  /** Undefined for nearly every endpoint, nearly always. */
  readonly fields: Partial<Record<EndpointName, string>>
  start(): void
  stop(): void
}

type Row = { id: string; endpoint: EndpointName; since: string; sunset: string }

/** Contract: within two seconds of the announcement. */
const pollMs = 1000

/**
 * Knows which endpoints are deprecated, from one small query a second, so that a call costs one look-up in an object.
 * While the database is unavailable, what was known stays.
 * @param onFailure called once for each outage
 */
function watchDeprecations(pool: Pool, portalUrl: string, onFailure: (error: unknown) => void): Deprecations {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failing = false

  const watched = {
    fields: {} as Deprecations['fields'],
    start: () => void look(),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }

  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<Row>(deprecationsStatement)
      watched.fields = Object.fromEntries(rows.map((row) => [row.endpoint, formatFields(row, portalUrl)]))
      failing = false
    } catch (error) {
      if (!failing && !stopped) onFailure(error)
      failing = true
    }
    if (!stopped) timer = setTimeout(look, pollMs).unref()
  }

  return watched
}

/** `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3) and the link to what explains them (RFC 9745 §3). */
function formatFields({ id, since, sunset }: Row, portalUrl: string): string {
  return (
    line('Deprecation', `@${since}`) +
    line('Sunset', new Date(Number(sunset) * 1000).toUTCString()) +
    line('Link', `<${portalUrl}/announcements/${id}>; rel="deprecation"`)
  )
}

/** An alert rule sees no increase in a counter that first appears with its first failure. */
function presetCounters(metrics: GatewayMetrics): void {
  for (const kind of droppedKinds) metrics.droppedMeters.inc({ kind }, 0)
  for (const cause of ['overload', 'failure']) metrics.shed.inc({ cause }, 0)
  for (const limit of ['application', 'not_found', 'failed_authentication', 'sandbox'])
    metrics.limited.inc({ limit }, 0)
  metrics.meterFlushFailures.inc({}, 0)
  metrics.errors.inc({ endpoint: 'token', code: 'invalid_client' }, 0)
}

function heldKeys({ secretHashKeys, tokenKeys, lostKeys = [] }: GatewayOptions) {
  return { hashes: secretHashKeys, tokens: tokenKeys, lost: lostKeys }
}

function reportStore({ logger, metrics }: Gateway, working: boolean, error: unknown): void {
  metrics.storeWorking.set(working ? 1 : 0)
  if (working) logger.info('the limit store is reachable again')
  else logger.warn({ err: error }, 'the limit store is unavailable: this gateway counts alone')
}

const quietMilliseconds = 1000

/**
 * Logs at most one line a second for each kind of trouble, with the number of repetitions suppressed since the last: an
 * outage at full load must not flood the log.
 */
function createTroubleLog(logger: Logger): (kind: string, error: unknown, requestId?: string) => void {
  const last = new Map<string, { at: number; silenced: number }>()
  return (kind, error, requestId) => {
    const now = performance.now()
    const previous = last.get(kind)
    if (previous && now - previous.at < quietMilliseconds) {
      previous.silenced++
      return
    }
    logger.error(
      { requestId, ...outline(error), silenced: previous?.silenced ?? 0 },
      `${kind}: request failed`,
    )
    last.set(kind, { at: now, silenced: 0 })
  }
}

/** Leaves out parts of the error: PostgreSQL's errors contain values of rows and parameters. */
function outline(error: unknown): object {
  if (!(error instanceof Error)) return { cause: typeof error }
  return { cause: error.message, code: (error as NodeJS.ErrnoException).code, stack: error.stack }
}

/** What the endpoints of clients share: token, revocation and introspection. */
function createTokenContext(options: GatewayOptions, lookUp: MakeLookUp, store: LimitStore | undefined) {
  const mints = lookUp('mint', (pool, environment, inputs: MintInput[], requestIds) =>
    mintTokens(pool, environment, options.tokenKeys, inputs, requestIds),
  )
  return {
    clients: lookUp('client', findClients),
    keyClients: lookUp('key_client', findKeyClients),
    /** Whether each use of an assertion is its first. */
    assertions: lookUp('assertion', consumeAssertions),
    issuer: createTokenIssuer<Exchange>({
      ...options,
      keys: options.tokenKeys,
      async mint(input, { assertion }, exchange) {
        const batched = input.alone || assertion ? undefined : await mints.load(input, exchange)
        if (batched !== undefined) return batched
        // On its own, as a batch takes no keys and leaves out what is locked.
        return mintToken(options.pool, options.tokenKeys, input, exchange.requestId)
      },
    }),
    failures: createFailureCounter(options.failures ?? failureLimits, store),
  }
}

/** Applications whose calls are counted at a time; see {@link createSharedWindows}. */
const maxApplications = 1_000_000

/** What the account endpoint needs; `bearers` also serves those of the Sandbox. */
function createAccountContext(
  options: GatewayOptions,
  lookUp: MakeLookUp,
  store: LimitStore | undefined,
  metrics: GatewayMetrics,
) {
  return {
    bearers: lookUp('bearer', chooseReader(options, metrics)),
    /** Calls per application. */
    calls: createSharedWindows({ name: '', store, maxKeys: maxApplications }),
    /** account_not_found per application: Production only. */
    notFound: createSharedWindows({ name: 'not-found', store }),
    /** The applications for which administrators were notified this minute. */
    administratorsNotified: createWindows(60),
  }
}

/** Chosen once, so that a gateway without standbys has no overhead. */
function chooseReader(
  { standbys }: GatewayOptions,
  { balanceReads }: GatewayMetrics,
): Run<BearerQuestion, FoundBearer> {
  if (!standbys) return findBearers
  const onRead = (source: Source, count: number) => balanceReads.inc({ source }, count)
  return (pool, environment, questions, requestIds) =>
    findBearersApart(pool, standbys.choose(), environment, questions, requestIds, onRead)
}

/** A look-up or change of `lib`, of several callers in one statement. */
type Run<Key, Value> = (
  pool: Pool,
  environment: Environment,
  keys: Key[],
  requestIds: string,
) => Promise<Value[]>

/** What a group of endpoints looks up, in batches. */
type LookUp<Key, Value> = Batcher<Key, Value, Exchange>

type Options = {
  environment: Environment
  pool: Pool
  timeoutMs: number
  tracing: Tracing | undefined
  noteSlow: NoteSlow
  /** Known by the time of the first batch. */
  metrics: () => GatewayMetrics
}

/** Leaves some of the pool's connections free for mints, meters and health checks. */
const bounds = { maxInFlight: 3, maxBatch: 256, maxWaiting: 4000 }

/** Makes the look-ups of one gateway, each of which is timed, traced and counted by its name. */
function createLookUps({ environment, pool, timeoutMs, tracing, noteSlow, metrics }: Options) {
  const waiting: Record<string, () => number> = {}

  function lookUp<Key, Value>(
    name: string,
    run: Run<Key, Value>,
    ownBounds: Partial<typeof bounds> = {},
  ): LookUp<Key, Value> {
    const inBatches: BatchRun<Key, Value, Exchange> = (keys, askers) =>
      run(pool, environment, keys, listRequestIds(askers()))
    const batcher = createBatcher({
      ...bounds,
      ...ownBounds,
      timeoutMs,
      run: watchBatches(name, tracing ? traceBatches(tracing, name, inBatches) : inBatches, noteSlow),
      onBatch: (size) => metrics().batchSize.observe(name, size),
    })
    waiting[name] = batcher.waiting
    return batcher
  }

  return {
    lookUp,
    /** By name, the look-ups without a result yet. */
    waiting: () => Object.fromEntries(Object.entries(waiting).map(([name, count]) => [name, count()])),
  }
}

/** Called after every wait for the database; `waited` is evaluated only above the threshold. */
type NoteSlow = (what: string, milliseconds: number, waited: () => Exchange[]) => void

const slowQuietMs = 100

/**
 * Logs slow waits for the database with the ids of all requests that waited, including waits before the statement
 * started: for a connection or on the network. The statement has the same ids among its parameters.
 * @param threshold milliseconds; 0 or undefined disables it
 */
function createNoteSlow(logger: Logger, threshold = 0): NoteSlow {
  let last = Number.NEGATIVE_INFINITY
  let silenced = 0
  return (what, milliseconds, waited) => {
    if (threshold === 0 || milliseconds < threshold) return
    const now = performance.now()
    if (now - last < slowQuietMs) {
      silenced++
      return
    }
    const requestIds = waited().map(({ requestId }) => requestId)
    logger.warn({ what, milliseconds: Math.round(milliseconds), requestIds, silenced }, 'slow database')
    last = now
    silenced = 0
  }
}

/** Wraps `run` with timing: once per batch, whatever its size. */
function watchBatches<Key, Value>(
  what: string,
  run: BatchRun<Key, Value, Exchange>,
  noteSlow: NoteSlow,
): BatchRun<Key, Value, Exchange> {
  return (keys, askers) => {
    const began = performance.now()
    const over = () => noteSlow(what, performance.now() - began, askers)
    const answers = run(keys, askers)
    answers.then(over, over)
    return answers
  }
}

type MakeLookUp = ReturnType<typeof createLookUps>['lookUp']
