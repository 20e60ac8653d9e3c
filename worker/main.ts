import { closeDatabase, connectTo } from '@/lib/database'
import { getSettings, refuseMissing, requireSetting, SettingsError } from '@/lib/env'
import { checkEncryptionKeys } from '@/lib/health/key-checks'
import { createReadiness } from '@/lib/health/readiness'
import { hostToAsk, listen } from '@/lib/listen-address'
import { createLogger } from '@/lib/logger'
import { createOperationsServer } from '@/lib/operations-server'
import { allowShutdown, exitWithParent, onShutdown } from '@/lib/process'
import { relayTimeoutMs } from '@/lib/timeout'
import { startTracing } from '@/lib/tracing'
import { version } from '@/lib/version'
import { keepDelivering, postWebhook } from './deliver-webhooks'
import { createMailer } from './mailer'
import { createWorkerMetrics, watchInstallation } from './metrics'
import { createTasks, keepRunning } from './tasks'
import { watchServices } from './watch-services'

/** Offset after the portal's and the gateways' ports. */
const metricsOffset = 3

async function main(): Promise<void> {
  exitWithParent()
  const settings = getSettings()
  refuseMissing(['DATABASE_URL', 'SECRET_ENCRYPTION_KEYS', 'SMTP_URL'], {
    ...settings,
    DATABASE_URL: settings.WORKER_DATABASE_URL ?? settings.DATABASE_URL,
  })
  const logger = createLogger('worker')
  const pool = connectTo(settings.WORKER_DATABASE_URL ?? requireSetting('DATABASE_URL'), 'guichet-worker')
  const mailer = createMailer(
    requireSetting('SMTP_URL'),
    settings.MAIL_FROM,
    new URL(settings.PORTAL_URL).hostname,
  )
  const metrics = createWorkerMetrics(pool)
  watchInstallation(metrics.registry, pool)
  const tracing = await startTracing('worker', logger)
  const runner = keepRunning(pool, createTasks({ pool, mailer, logger, metrics }), logger)
  const delivering = keepDelivering({
    post: (url, headers, body) =>
      postWebhook(url, headers, body, { networks: settings.WEBHOOK_ALLOWED_NETWORKS }),
    logger,
    count: (outcome) => metrics.webhooks.inc({ outcome }),
  })
  const readiness = createReadiness({
    pool,
    logger,
    checkKeys: async () => [
      await checkEncryptionKeys(pool, settings.SECRET_ENCRYPTION_KEYS, settings.LOST_KEYS, [
        'client_secret',
        'mail_message',
        'webhook_secret',
      ]),
    ],
    namesStatements: true,
  })
  const findObstacle = async () => {
    const found = await readiness.check()
    if (!found.ready) return found.reason
    return runner.isRunning() ? null : 'queue_not_running'
  }
  const server = createOperationsServer({ registry: metrics.registry, logger, findObstacle })

  const port = settings.METRICS_PORT + metricsOffset
  const addresses = {
    portal: settings.PORTAL_URL,
    sandbox: settings.SANDBOX_BASE_URL,
    production: settings.PRODUCTION_BASE_URL,
    worker: `http://${hostToAsk(settings.METRICS_ADDRESS)}:${port}`,
  }
  const watch = watchServices({ addresses, pool, logger })

  onShutdown(closeDatabase)
  onShutdown(() => tracing?.stop())
  onShutdown(() => mailer.close())
  onShutdown(() => runner.stop())
  onShutdown(delivering)
  onShutdown(watch.stop)
  onShutdown(readiness.stop)
  onShutdown(() => {
    server.close()
    server.closeAllConnections()
  })
  allowShutdown(relayTimeoutMs)
  await listen(server, settings.METRICS_ADDRESS, port, { address: 'METRICS_ADDRESS', port: 'METRICS_PORT' })
  watch.start()
  await readiness.start()
  logger.info({ port, version }, 'working')
}

main().catch((error) => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})
