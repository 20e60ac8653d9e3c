import { checkGatewayKeys } from '@/lib/health/gateway-keys'
import { createReadiness } from '@/lib/health/readiness'
import { createMeter, droppedKinds, type Meter } from '@/lib/usage/meter'
import { createAccountContext } from './account-context'
import { type Deprecations, watchDeprecations } from './deprecations'
import { createLimitStore, type LimitStore } from './limits/store'
import { createLookUps, type MakeLookUp } from './look-ups'
import { createMetrics, type Metrics } from './metrics'
import type { GatewayOptions } from './options'
import { createNoteSlow, type NoteSlow } from './slow'
import { createTokenContext } from './token-context'
import { createTroubleLog } from './trouble-log'
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
  const metrics = createMetrics({
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

function reportStore({ logger, metrics }: Gateway, working: boolean, error: unknown): void {
  metrics.storeWorking.set(working ? 1 : 0)
  if (working) logger.info('the limit store is reachable again')
  else logger.warn({ err: error }, 'the limit store is unavailable: this gateway counts alone')
}
