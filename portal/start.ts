import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { createAccessLog } from '@/lib/access-log'
import { createAddressReader } from '@/lib/addresses'
import { getSettings, refuseMissing, requireSetting, SettingsError, settingNames } from '@/lib/env'
import { getRefusalCounts } from '@/lib/identity/refusal-counts'
import { hostToAsk, listen } from '@/lib/listen-address'
import { createOperationsServer } from '@/lib/operations-server'
import { exitWithParent, onShutdown } from '@/lib/process'
import { startTracing } from '@/lib/tracing'
import { version } from '@/lib/version'
import { createDatabaseProbe } from './database-probe'
import { drainOnShutdown } from './drain'
import { isDevelopment } from './exchange'
import { createPortalServer, type PortalOptions } from './server'

const needed = ['DATABASE_URL', 'NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'] as const

/**
 * Starts the portal from the settings: Next within our own HTTP server.
 * @throws SettingsError with a sentence that names the invalid setting
 */
export async function startPortal(logger: Logger): Promise<void> {
  exitWithParent()
  refuseMissing([...needed, ...(getSettings().OIDC_ISSUER ? (['OIDC_CLIENT_SECRET'] as const) : [])])
  const {
    LISTEN_ADDRESS,
    PORTAL_PORT,
    METRICS_ADDRESS,
    METRICS_PORT,
    DRAIN_SECONDS,
    PORTAL_URL,
    TRUSTED_PROXIES,
  } = getSettings()
  const tracing = await startTracing('portal', logger)
  // next-auth reads its own URL from here only; a Host header must not decide it.
  process.env.NEXTAUTH_URL = PORTAL_URL
  const database = createDatabaseProbe(requireSetting('DATABASE_URL'), logger)
  await refuseLockout(logger)
  let render: PortalOptions['render'] | undefined
  const server = createPortalServer({
    database,
    logger,
    accessLog: createAccessLog('portal'),
    readAddress: createAddressReader(TRUSTED_PROXIES),
    isKnown: isDevelopment() ? undefined : await readKnownPaths(process.env.NEXT_DIST_DIR || '.next'),
    render: (...exchange) => (render as PortalOptions['render'])(...exchange),
  })
  render = await prepareNext(server)
  const metrics = createMetricsServer(server, logger, async () => (await database.readiness()).ready)
  onShutdown(() => metrics.close())
  // Loaded late, as it loads Prisma.
  onShutdown(async () => (await import('@/lib/database')).closeDatabase())
  onShutdown(() => database.close())
  onShutdown(() => tracing?.stop())
  drainOnShutdown(server, DRAIN_SECONDS * 1000)
  await listen(metrics, METRICS_ADDRESS, METRICS_PORT, { address: 'METRICS_ADDRESS', port: 'METRICS_PORT' })
  await listen(server, LISTEN_ADDRESS, PORTAL_PORT, { address: 'LISTEN_ADDRESS', port: 'PORTAL_PORT' })
  metrics.unref()
  logger.info({ port: PORTAL_PORT, version }, 'listening')
  await database.start()
}

/**
 * Checks that someone can sign in without the provider. While the database is away that cannot be known, and the portal
 * starts as it would have otherwise.
 * @throws SettingsError
 */
async function refuseLockout(logger: Logger): Promise<void> {
  if (getSettings().STAFF_PASSWORDS !== 'break-glass') return
  const { refuseWithoutBreakGlass } = await import('@/lib/identity/break-glass')
  await refuseWithoutBreakGlass().catch((error) => {
    if (error instanceof SettingsError) throw error
    logger.warn('the break-glass accounts could not be checked, as the database does not respond')
  })
}

/**
 * Next's request handler. The `.env` file is ours, and the launcher reads it so that the portal gets only its own
 * settings: what Next adds to the environment by itself is removed again.
 */
async function prepareNext(server: Server): Promise<PortalOptions['render']> {
  const { LISTEN_ADDRESS, PORTAL_PORT } = getSettings()
  const given = new Set(Object.keys(process.env))
  const { default: next } = await import('next')
  // Actions that redirect fetch the next page from this address.
  const address = { hostname: hostToAsk(LISTEN_ADDRESS), port: PORTAL_PORT }
  const dev = isDevelopment()
  // Next takes over `Upgrade` requests of the server it is given: in development, pages reload through them. Otherwise
  // it gets one that never listens.
  const app = next({ ...address, dev, dir: process.cwd(), httpServer: dev ? server : createServer() })
  await app.prepare()
  for (const name of settingNames) if (!given.has(name)) delete process.env[name]
  return app.getRequestHandler()
}

type Routes = { staticRoutes: { regex: string }[]; dynamicRoutes: { regex: string }[] }

/**
 * The paths of this build's pages and handlers. All count as known where there is no build, in development.
 * @param folder of the build
 */
export async function readKnownPaths(folder: string): Promise<(pathname: string) => boolean> {
  const text = await readFile(join(folder, 'routes-manifest.json'), 'utf8').catch(() => null)
  if (text === null) return () => true
  const { staticRoutes, dynamicRoutes }: Routes = JSON.parse(text)
  const known = [...staticRoutes, ...dynamicRoutes].map(({ regex }) => new RegExp(regex))
  return (pathname) => pathname.startsWith('/_next/') || known.some((each) => each.test(pathname))
}

/**
 * Counts the responses of `portal`, and returns the server of its metrics, which is not listening yet.
 * @param isReady as its `/readyz` reports it
 */
export function createMetricsServer(portal: Server, logger: Logger, isReady: () => Promise<boolean>): Server {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const responses = new Counter({
    name: 'guichet_portal_responses_total',
    help: 'Responses of the portal by method and class of status',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  const count = (request: IncomingMessage, response: ServerResponse) =>
    response.once('finish', () =>
      responses.inc({ method: nameMethod(request), status: `${Math.floor(response.statusCode / 100)}xx` }),
    )
  // A request with an expectation is a separate event.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) portal.on(event, count)
  new Counter({
    name: 'guichet_refused_sign_ins_total',
    help: 'Refused sign-ins by why, also those that leave no entry',
    labelNames: ['why'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [why, count] of getRefusalCounts()) this.inc({ why }, count)
    },
  })
  return createOperationsServer({ registry, logger, isReady })
}

/** Callers may send any method: a short list keeps the number of series small. */
function nameMethod({ method = '' }: IncomingMessage): string {
  return ['GET', 'HEAD', 'POST'].includes(method) ? method : 'other'
}
