import type { Pool } from 'pg'
import type { Logger } from 'pino'
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
import { type Deprecations, watchDeprecations } from './deprecations'
import { type Exchange, listRequestIds } from './exchange'
import { createFailureCounter, failureLimits } from './limits/failures'
import { createSharedWindows } from './limits/shared-windows'
import { createLimitStore, type LimitStore } from './limits/store'
import { createWindows } from './limits/window'
import { createGatewayMetrics, type GatewayMetrics } from './metrics'
import type { GatewayOptions } from './options'
import { createNoteSlow, type NoteSlow, watchBatches } from './slow'
import { traceBatches } from './tracing'
import { type Sockets, watchSockets } from './wire/sockets'

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

type MakeLookUp = ReturnType<typeof createLookUps>['lookUp']
