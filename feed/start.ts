import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { feedDatabase, getSettings, refuseMissing, requireSetting, type Settings } from '@/lib/env'
import { createFeed, type Feed } from '@/lib/feed/commands'
import { readMapping } from '@/lib/feed/mapping'
import { createReadiness } from '@/lib/health/readiness'
import { listen } from '@/lib/listen-address'
import { createLogger } from '@/lib/logger'
import { createOperationsServer } from '@/lib/operations-server'
import { createPool, onConnection } from '@/lib/pool'
import { allowShutdown, exitWithParent, onShutdown } from '@/lib/process'
import { feedDrainMs } from '@/lib/timeout'
import { version } from '@/lib/version'
import { rulesOf } from '@/lib/wallet/account-rules'
import { createFeedMetrics } from './metrics'
import { createFeedServer, maxAtATime } from './server'

/** Offset after the ports of portal, gateways and worker. */
const metricsOffset = 4
/** Longer than a wait for a lock. */
const statementTimeoutMs = 10_000

/** Starts the feed from the settings. @throws SettingsError with a sentence that names the setting */
export async function startFeed(): Promise<void> {
  exitWithParent()
  const settings = getSettings()
  const url = feedDatabase(settings) ?? settings.DATABASE_URL
  refuseMissing(['DATABASE_URL', 'FEED_KEYS'], { ...settings, DATABASE_URL: url })
  const keys = requireSetting('FEED_KEYS')
  const logger = createLogger('feed')
  const pool = createPool(url as string, maxAtATime + 2, 'guichet-feed', statementTimeoutMs)
  const feed = createFeed({ accounts: rulesOf('production'), mapping: readMapping(settings.FEED_MAPPING) })
  const names = [...new Set(keys.map(({ name }) => name))]
  const metrics = createFeedMetrics(pool, names, settings.FEED_EXPECTED_SECONDS)
  // It holds no keys that data is under.
  const readiness = createReadiness({ pool, logger, checkKeys: async () => [], namesStatements: true })
  const noteError = (error: unknown) => readiness.note(error, true)
  const findObstacle = async () => {
    const found = await readiness.check()
    return found.ready ? null : found.reason
  }
  const nameOf = createKeys(keys)
  const server = createFeedServer({ pool, feed, nameOf, metrics, logger, findObstacle, noteError })
  const isReady = async () => (await findObstacle()) === null
  const metricsServer = createOperationsServer({ registry: metrics.registry, logger, isReady })
  const retrying = retryWanted({ pool, feed, logger })
  onShutdown(() => pool.end())
  onShutdown(() => onConnection(pool, feed.end))
  onShutdown(readiness.stop)
  onShutdown(() => metricsServer.close())
  onShutdown(retrying.stop)
  onShutdown(() => drain(server))
  allowShutdown(feedDrainMs)
  await listen(metricsServer, settings.METRICS_ADDRESS, settings.METRICS_PORT + metricsOffset, {
    address: 'METRICS_ADDRESS',
    port: 'METRICS_PORT',
  })
  await listen(server, settings.FEED_ADDRESS, settings.FEED_PORT, {
    address: 'FEED_ADDRESS',
    port: 'FEED_PORT',
  })
  logger.info({ port: settings.FEED_PORT, version }, 'listening')
  await readiness.start()
}

/** Requests that have begun end; those that take longer than a while are cut off, and repeated by their sender. */
function drain(server: ReturnType<typeof createFeedServer>): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), feedDrainMs)
  return new Promise((done) => {
    server.close(() => {
      clearTimeout(timer)
      done()
    })
    server.closeIdleConnections()
  })
}

type FeedKeys = NonNullable<Settings['FEED_KEYS']>

/** Looks keys up by their hash, so that no comparison takes longer for a key that is nearly right. */
export function createKeys(keys: FeedKeys): (authorization: string | undefined) => string | null {
  const names = new Map(keys.map(({ name, key }) => [hash(key), name]))
  return (authorization) => {
    const [, key] = /^bearer +([!-~]+)$/i.exec(authorization ?? '') ?? []
    return (key && names.get(hash(key))) || null
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

type Options = { pool: Pool; feed: Feed; logger: Pick<Logger, 'warn'>; everyMs?: number }

/** Tries refused changes again that an administrator asked for: the portal may not write balances. */
export function retryWanted({ pool, feed, logger, everyMs = 2000 }: Options) {
  const ending = new AbortController()

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      await onConnection(pool, (client) => feed.retry(client, 'wanted')).catch((error) =>
        logger.warn({ err: error }, 'refused changes could not be tried again'),
      )
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const ended = loop()
  return {
    async stop(): Promise<void> {
      ending.abort()
      await ended
    },
  }
}
