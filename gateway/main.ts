import { createAccessLog } from '@/lib/access-log'
import { gatewayDatabase, getSettings, refuseMissing, requireSetting, SettingsError } from '@/lib/env'
import { listen } from '@/lib/listen-address'
import { createLogger } from '@/lib/logger'
import { createOperationsServer } from '@/lib/operations-server'
import { createPool } from '@/lib/pool'
import { allowShutdown, exitWithParent, onShutdown } from '@/lib/process'
import { watchStandbys } from '@/lib/standby'
import type { Environment } from '@/lib/tokens/token'
import { startTracing } from '@/lib/tracing'
import { version } from '@/lib/version'
import { createGateway } from './app'
import { defaultLookupTimeoutMs } from './context'

/** Waits for the database from this long on are logged. */
const slowQueryMs = 500

const poolSize = 8

startGateway().catch((error) => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})

/**
 * Starts one environment from the settings. The listening socket decides which environment it is, never a header.
 * @throws SettingsError with a sentence that names the setting
 */
async function startGateway(): Promise<void> {
  exitWithParent()
  const settings = getSettings()
  const environment = readEnvironment()
  const name = environment === 'sandbox' ? 'SANDBOX' : 'PRODUCTION'
  const logger = createLogger(`gateway-${environment}`)
  refuseMissing(['DATABASE_URL', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'], {
    ...settings,
    DATABASE_URL: gatewayDatabase(settings, environment) ?? settings.DATABASE_URL,
  })
  const database = gatewayDatabase(settings, environment) ?? requireSetting('DATABASE_URL')
  const title = `guichet-gateway-${environment}`
  const pool = createPool(database, poolSize, title, defaultLookupTimeoutMs)
  const urls = settings.DATABASE_READ_URL
  const bound = settings.DATABASE_READ_STALENESS
  const standbys = urls.length > 0 ? watchStandbys({ primary: pool, urls, bound, name: title }) : undefined
  const tracing = await startTracing(`gateway-${environment}`, logger)
  const gateway = createGateway({
    environment,
    pool,
    secretHashKeys: requireSetting('SECRET_HASH_KEYS'),
    tokenKeys: requireSetting('TOKEN_KEYS'),
    lostKeys: settings.LOST_KEYS,
    renewalWindow: settings.TOKEN_RENEWAL_WINDOW,
    rateLimit: settings[`${name}_RATE_LIMIT`],
    authUrl: settings[`${name}_AUTH_URL`],
    baseUrl: settings[`${name}_BASE_URL`],
    portalUrl: settings.PORTAL_URL,
    trustedProxies: settings.TRUSTED_PROXIES,
    redisUrl: settings.REDIS_URL,
    standbys,
    drain: settings.DRAIN_SECONDS * 1000,
    slowQuery: slowQueryMs,
    logger,
    accessLog: createAccessLog(`gateway-${environment}`),
    tracing,
  })
  const { metrics } = gateway.context
  metrics.collectProcess()
  const metricsServer = createOperationsServer({
    registry: metrics.registry,
    logger,
    isReady: async () => (await gateway.context.readiness.check()).ready,
  })
  onShutdown(() => pool.end())
  onShutdown(() => standbys?.close())
  onShutdown(() => tracing?.stop())
  onShutdown(() => gateway.context.readiness.stop())
  onShutdown(() => metricsServer.close())
  onShutdown(() => gateway.close())
  allowShutdown(settings.DRAIN_SECONDS * 1000)
  const metricsPort = settings.METRICS_PORT + (environment === 'sandbox' ? 1 : 2)
  await listen(metricsServer, settings.METRICS_ADDRESS, metricsPort, {
    address: 'METRICS_ADDRESS',
    port: 'METRICS_PORT',
  })
  await listen(gateway.server, settings.LISTEN_ADDRESS, settings[`${name}_PORT`], {
    address: 'LISTEN_ADDRESS',
    port: `${name}_PORT`,
  })
  logger.info({ port: settings[`${name}_PORT`], version }, 'listening')
  await gateway.context.readiness.start()
}

/** Set by the program that starts the process, once for each environment; not a setting of the installation. */
function readEnvironment(): Environment {
  const value = process.env.GATEWAY_ENVIRONMENT
  if (value === 'sandbox' || value === 'production') return value
  throw new SettingsError('GATEWAY_ENVIRONMENT: must be sandbox or production.')
}
