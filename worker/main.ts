import type { Pool } from 'pg'
import { closeDatabase, connectTo } from '@/lib/database'
import { getSettings, requireSetting, SettingsError } from '@/lib/env'
import { listen } from '@/lib/listen-address'
import { createLogger } from '@/lib/logger'
import { createOperationsServer } from '@/lib/operations-server'
import { relayPatience } from '@/lib/patience'
import { allowShutdown, exitWithParent, onShutdown } from '@/lib/process'
import { startTracing } from '@/lib/tracing'
import { pendingMigrations } from '@/prisma/migrate'
import { createMailer } from './mailer'
import { createMetrics } from './metrics'
import { keepRunning } from './runner'
import { createTasks } from './tasks'
import { watchServices } from './watch-services'

/** After the portal's and the gateways'. */
const metricsOffset = 3

async function main(): Promise<void> {
  exitWithParent()
  const settings = getSettings()
  requireSetting('SECRET_ENCRYPTION_KEYS')
  const logger = createLogger('worker')
  const { pool } = connectTo(settings.WORKER_DATABASE_URL ?? requireSetting('DATABASE_URL'), 'guichet-worker')
  const mailer = createMailer(
    requireSetting('SMTP_URL'),
    settings.MAIL_FROM,
    new URL(settings.PORTAL_URL).hostname,
  )
  const metrics = createMetrics(pool)
  const tracing = await startTracing('worker', logger)
  const runner = keepRunning(pool, createTasks({ pool, mailer, logger, metrics }), logger)
  const isReady = async () => runner.isRunning() && (await isMigrated(pool))
  const server = createOperationsServer({ registry: metrics.registry, logger, isReady })

  const port = settings.METRICS_PORT + metricsOffset
  const addresses = {
    portal: settings.PORTAL_URL,
    sandbox: settings.SANDBOX_BASE_URL,
    production: settings.PRODUCTION_BASE_URL,
    worker: `http://127.0.0.1:${port}`,
  }
  const watch = watchServices({ addresses, pool, logger })

  onShutdown(closeDatabase)
  onShutdown(() => tracing?.stop())
  onShutdown(() => mailer.close())
  onShutdown(() => runner.stop())
  onShutdown(watch.stop)
  onShutdown(() => {
    server.close()
    server.closeAllConnections()
  })
  allowShutdown(relayPatience)
  await listen(server, '127.0.0.1', port, 'METRICS_PORT')
  watch.start()
  logger.info({ port }, 'working')
}

async function isMigrated(pool: Pool): Promise<boolean> {
  return (await pendingMigrations(pool as never)).length === 0
}

main().catch((error) => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})
