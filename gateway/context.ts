import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { AccessLog } from '@/lib/access-log'
import { type Batcher, type BatchRun, createBatcher } from '@/lib/batch'
import { checkGatewayKeys } from '@/lib/health/gateway-keys'
import { createReadiness } from '@/lib/health/readiness'
import type { Keyring } from '@/lib/keyring'
import { type AssertionUse, takeAssertions } from '@/lib/oauth/commands'
import { createTokenIssuer, type TokenIssuer } from '@/lib/oauth/issue-token'
import {
  type ClientQuestion,
  type ClientRecord,
  findClients,
  findKeyClients,
  type KeyClientRecord,
  type RememberedClient,
} from '@/lib/oauth/queries'
import { type CountedCall, countCalls, createProgramReader } from '@/lib/rehearsals/by-program'
import {
  type AccountChange,
  type ChangeResult,
  changeTestAccounts,
  type FaultyCall,
  findTestAccounts,
  type TakenFault,
  takeFaults,
} from '@/lib/sandbox/changes'
import type { TestAccount } from '@/lib/sandbox/schema'
import type { Standbys } from '@/lib/standby'
import { type MintedToken, type MintInput, mintToken, mintTokens } from '@/lib/tokens/commands'
import { createMemory, type Memory } from '@/lib/tokens/memory'
import {
  type BearerQuestion,
  type FoundBearer,
  findBearers,
  type RememberedBearer,
} from '@/lib/tokens/queries'
import { findBearersApart, type Source } from '@/lib/tokens/read-apart'
import type { Environment } from '@/lib/tokens/token'
import type { Tracing } from '@/lib/tracing'
import { createMeter, droppedKinds, type Meter } from '@/lib/usage/meter'
import { createDatabaseClock, type DatabaseClock } from './database-clock'
import { type Deprecations, watchDeprecations } from './deprecations'
import { type Exchange, listRequestIds } from './exchange'
import {
  createFailureCounter,
  type FailureCounter,
  type FailureLimits,
  failureLimits,
} from './limits/failures'
import { createSharedWindows, type SharedWindows } from './limits/shared-windows'
import { createLimitStore, type LimitStore } from './limits/store'
import { createWindows, type Windows } from './limits/window'
import { createMetrics, type Metrics } from './metrics'
import { createNoteSlow, type NoteSlow, watchBatches } from './slow'
import { traceBatches } from './tracing'
import { createTroubleLog } from './trouble-log'
import { type Sockets, watchSockets } from './wire/sockets'

/** The options of one gateway; public URLs without a trailing slash. */
export type GatewayOptions = {
  environment: Environment
  pool: Pool
  secretHashKeys: Keyring
  tokenKeys: Keyring
  /** Ids of keys that the operator has declared lost. */
  lostKeys?: readonly string[]
  /** In seconds; see the token issuer. */
  renewalWindow: number
  /** Calls per minute on the account endpoint for applications without their own limit; 0 is unlimited. */
  rateLimit: number
  authUrl: string
  baseUrl: string
  portalUrl: string
  trustedProxies: string[]
  redisUrl?: string
  /** Replicas that balances may be read from; without them everything is read from the primary. */
  standbys?: Standbys
  logger: Logger
  accessLog?: AccessLog
  tracing?: Tracing
  failures?: FailureLimits
  /** How long a look-up waits for the database before the caller gets a 503, in milliseconds. */
  lookupTimeoutMs?: number
  /** A wait for the database of this many milliseconds or more is logged with its requests; 0 disables it. */
  slowQuery?: number
  /** Milliseconds in which a request has to arrive, and a caller has to take its response. */
  requestTimeout?: number
  /** Milliseconds for which a connection may stay open between two requests. */
  keepAliveTimeout?: number
  /** Maximum number of simultaneous connections. Further ones are closed immediately. */
  maxConnections?: number
  /** Milliseconds for which a stopping gateway still serves, while `/readyz` sends its callers elsewhere. */
  drain?: number
  /** Where calls are counted; the gateway makes its own unless a benchmark replaces it. */
  meter?: Meter
}

/** Everything that the endpoints share. */
export type Gateway = GatewayOptions & {
  lookupTimeoutMs: number
  requestTimeout: number
  keepAliveTimeout: number
  maxConnections: number
  sockets: Sockets
  clientMemory: Memory<RememberedClient>
  clients: Batcher<ClientQuestion, ClientRecord, Exchange>
  keyClients: Batcher<string, KeyClientRecord, Exchange>
  /** Test accounts of one application, by API. */
  testAccounts: Batcher<{ applicationId: string; msisdn: string | null }, TestAccount[], Exchange>
  accountChanges: Batcher<{ applicationId: string; change: AccountChange }, ChangeResult, Exchange>
  /** The fault that each call to an account with a counted fault meets. */
  faults: Batcher<FaultyCall, TakenFault | null, Exchange>
  /** Whether each use of an assertion is its first. */
  assertions: Batcher<AssertionUse, boolean, Exchange>
  bearers: Batcher<BearerQuestion, FoundBearer, Exchange>
  /** The place of each call in the rehearsal of its application; undefined for one that has to be counted again. */
  rehearsals: Batcher<string, CountedCall | null | undefined, Exchange>
  readRehearsal: ReturnType<typeof createProgramReader>
  databaseClock: DatabaseClock
  /** Undefined for one that has to be minted on its own. */
  mints: Batcher<MintInput, MintedToken | null | undefined, Exchange>
  issuer: TokenIssuer<Exchange>
  /** The store of the limits that gateways share. */
  limitStore: LimitStore | undefined
  /** Calls per application on the account endpoint. */
  rateLimiter: SharedWindows
  /** Calls per application to the Sandbox accounts by API. */
  sandboxLimits: { reads: SharedWindows; writes: SharedWindows; rehearsals: SharedWindows }
  /** account_not_found per application: Production only. */
  notFound: SharedWindows
  /** The applications for which administrators were notified this minute. */
  administratorsNotified: Windows
  failureCounter: FailureCounter
  meter: Meter
  metrics: Metrics
  noteSlow: NoteSlow
  readiness: ReturnType<typeof createReadiness>
  deprecations: Deprecations
  /** Logs trouble, at most a line a second for each kind. */
  logTrouble: (kind: string, error: unknown, requestId?: string) => void
  /** Requests without a response yet. */
  inFlight: number
  draining: boolean
}

/** Leaves some of the pool's connections free for mints, meters and health checks. */
const batches = { maxInFlight: 3, maxBatch: 256, maxWaiting: 4000 }

/** One at a time, as those of one application wait for each other, and for the portal. Each may have 64 KiB. */
const changeBatches = { maxInFlight: 1, maxBatch: 32, maxWaiting: 1000 }

/** Leaves half a second of the two in which a 503 has to be given. */
export const defaultLookupTimeoutMs = 1500

/** Applications whose calls are counted at a time; see {@link createSharedWindows}. */
const maxApplications = 1_000_000

const connections = { requestTimeout: 30_000, keepAliveTimeout: 65_000, maxConnections: 20_000 }

/** How many account_not_found one application may get per minute in Production. */
export const notFoundLimit = 100

export function createContext(options: GatewayOptions): Gateway {
  const { environment, pool, standbys, tracing, redisUrl, lookupTimeoutMs = defaultLookupTimeoutMs } = options
  const waiting = () => ({
    client: clients.waiting(),
    key_client: keyClients.waiting(),
    assertion: assertions.waiting(),
    bearer: bearers.waiting(),
    mint: mints.waiting(),
    test_account: testAccounts.waiting(),
    account_change: accountChanges.waiting(),
    fault: faults.waiting(),
    rehearsal: rehearsals.waiting(),
  })
  const sharesLimits = redisUrl !== undefined
  const { requestTimeout = connections.requestTimeout } = options
  const sockets = watchSockets(requestTimeout)
  const metrics = createMetrics({
    environment,
    sharesLimits,
    pool,
    standbys,
    waiting,
    inFlight: () => gateway.inFlight,
    connections: sockets.size,
  })
  const noteSlow = createNoteSlow(options.logger, options.slowQuery)
  const batcher = <Key, Value>(lookup: string, run: BatchRun<Key, Value, Exchange>, bounds = batches) =>
    createBatcher({
      ...bounds,
      timeoutMs: lookupTimeoutMs,
      run: watchBatches(lookup, tracing ? traceBatches(tracing, lookup, run) : run, noteSlow),
      onBatch: (size) => metrics.batchSize.observe({ lookup }, size),
    })
  const clientMemory = createMemory<RememberedClient>()
  const clients = batcher('client', (questions: ClientQuestion[], askers) =>
    findClients(pool, clientMemory, environment, questions, listRequestIds(askers())),
  )
  const keyClients = batcher('key_client', (ids: string[], askers) =>
    findKeyClients(pool, environment, ids, listRequestIds(askers())),
  )
  const assertions = batcher('assertion', (uses: AssertionUse[], askers) =>
    takeAssertions(pool, environment, uses, listRequestIds(askers())),
  )
  const bearers = batcher('bearer', chooseReader(options, metrics))
  const mints = batcher('mint', (inputs: MintInput[], askers) =>
    mintTokens(pool, environment, options.tokenKeys, inputs, listRequestIds(askers())),
  )
  const testAccounts = batcher('test_account', (questions: Parameters<typeof findTestAccounts>[2], askers) =>
    findTestAccounts(pool, environment, questions, listRequestIds(askers())),
  )
  const accountChanges = batcher(
    'account_change',
    (changes: Parameters<typeof changeTestAccounts>[2], askers) =>
      changeTestAccounts(pool, environment, changes, listRequestIds(askers())),
    changeBatches,
  )
  const faults = batcher(
    'fault',
    (calls: FaultyCall[], askers) => takeFaults(pool, environment, calls, listRequestIds(askers())),
    { ...batches, maxInFlight: 1 },
  )
  const databaseClock = createDatabaseClock()
  const rehearsals = batcher(
    'rehearsal',
    (ids: string[], askers) =>
      databaseClock.reading(
        () => countCalls(pool, environment, ids, listRequestIds(askers())),
        (counted) => counted.find((call) => call)?.at,
      ),
    { ...batches, maxInFlight: 1 },
  )
  const troubleLog = createTroubleLog(options.logger)
  const onStore = (working: boolean, error: unknown) => reportStore(gateway, working, error)
  const store = redisUrl ? createLimitStore({ environment, redisUrl, onStore }) : undefined
  const gateway: Gateway = {
    ...connections,
    ...options,
    lookupTimeoutMs,
    requestTimeout,
    sockets,
    clientMemory,
    clients,
    keyClients,
    assertions,
    bearers,
    rehearsals,
    readRehearsal: createProgramReader(pool, environment),
    databaseClock,
    testAccounts,
    accountChanges,
    faults,
    mints,
    issuer: createTokenIssuer({
      ...options,
      keys: options.tokenKeys,
      async mint(input, { assertion }, exchange) {
        const batched = input.alone || assertion ? undefined : await mints.load(input, exchange)
        return batched === undefined ? mintToken(pool, options.tokenKeys, input, exchange.requestId) : batched
      },
    }),
    limitStore: store,
    rateLimiter: createSharedWindows({ name: '', store, maxKeys: maxApplications }),
    notFound: createSharedWindows({ name: 'not-found', store }),
    sandboxLimits: {
      reads: createSharedWindows({ name: 'sandbox-reads', store }),
      writes: createSharedWindows({ name: 'sandbox-writes', store }),
      rehearsals: createSharedWindows({ name: 'sandbox-rehearsals', store }),
    },
    administratorsNotified: createWindows(60),
    failureCounter: createFailureCounter(options.failures ?? failureLimits, store),
    meter:
      options.meter ??
      createMeter(
        (kind, count) => metrics.droppedMeters.inc({ kind }, count),
        // Only Production applications have allow-lists.
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
      gateway.readiness.note(error)
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
function presetCounters(metrics: Metrics): void {
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

/** Chosen once, so that a gateway without standbys has no overhead. */
function chooseReader(
  { environment, pool, standbys }: GatewayOptions,
  { balanceReads }: Metrics,
): BatchRun<BearerQuestion, FoundBearer, Exchange> {
  const memory = createMemory<RememberedBearer>()
  if (!standbys)
    return (questions, askers) => findBearers(pool, memory, environment, questions, listRequestIds(askers()))
  const onRead = (source: Source, count: number) => balanceReads.inc({ source }, count)
  return (questions, askers) =>
    findBearersApart(
      pool,
      standbys.choose(),
      memory,
      environment,
      questions,
      listRequestIds(askers()),
      onRead,
    )
}

function reportStore({ logger, metrics }: Gateway, working: boolean, error: unknown): void {
  metrics.storeWorking.set(working ? 1 : 0)
  if (working) logger.info('the limit store is reachable again')
  else logger.warn({ err: error }, 'the limit store is unavailable: this gateway counts alone')
}
