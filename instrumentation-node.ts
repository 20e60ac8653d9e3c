import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { drainOnShutdown } from '@/app/_request/drain'
import { explainFormerForm } from '@/app/_request/former-page'
import { type AddressReader, createAddressReader } from '@/lib/caller-address'
import { closeDatabase } from '@/lib/database'
import { maxPostMs } from '@/lib/documents/schema'
import { getSettings, requireSetting, type Settings } from '@/lib/env'
import { createLogger } from '@/lib/logger'
import { exitWithParent, onShutdown } from '@/lib/process'
import { enterRequest } from '@/lib/request'
import { startTracing } from '@/lib/tracing'

const logger = createLogger('portal')

/** Checks the settings, then sees to what no page does: metrics, callers' addresses, ending with the supervisor. */
export async function startPortal(): Promise<void> {
  const { settings, readAddress } = checkSettings()
  const tracing = await startTracing('portal', logger)
  onShutdown(closeDatabase)
  onShutdown(() => tracing?.stop())
  drainOnShutdown(settings.DRAIN_SECONDS * 1000)
  // next-auth reads its own address from here only; a Host header must not decide it.
  process.env.NEXTAUTH_URL = settings.PORTAL_URL
  markCallers(settings, readAddress)
  serveMetrics(settings)
  exitWithParent()
}

/** One line for each error, with its request's id. The route's pattern, never its path: a path may hold a link. */
export function logRequestError(error: unknown, method: string, route: string): void {
  const { message, digest } = error as { message?: string; digest?: string }
  logger.error({ method, route, digest, error: message }, 'a request failed')
}

/** A wrong setting stops the process with a sentence that names it. */
function checkSettings(): { settings: Settings; readAddress: AddressReader } {
  try {
    for (const name of [
      'DATABASE_URL',
      'NEXTAUTH_SECRET',
      'SECRET_ENCRYPTION_KEYS',
      'SECRET_HASH_KEYS',
    ] as const)
      requireSetting(name)
    const settings = getSettings()
    return { settings, readAddress: createAddressReader(settings.TRUSTED_PROXIES) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/**
 * Gives each request its id; writes the caller's address, which pages cannot see, into a header that nobody else can
 * set; and takes away the forwarding headers, in which Next.js would believe, unless they come from a proxy of ours.
 */
function markCallers({ PORTAL_URL }: Settings, readAddress: AddressReader): void {
  const host = new URL(PORTAL_URL).host
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Started
    // Node cuts a request after five minutes; one that is too slow is cut by the route that reads it.
    server.requestTimeout = maxPostMs + 60_000
    const { headers } = request
    // The same that proxy.ts shows; what does not pass there, such as an upload, has one too.
    enterRequest(randomUUID())
    explainFormerForm(request, response)
    const forwardedFor = headers['x-forwarded-for']
    headers['x-guichet-caller'] = readAddress(request.socket.remoteAddress, forwardedFor?.toString())
    for (const name of Object.keys(headers)) if (/^(x-forwarded-|forwarded$)/.test(name)) delete headers[name]
    // Next.js compares Origin with this for server actions; the portal has one address, whatever Host was sent.
    headers['x-forwarded-host'] = host
  })
}

type Started = { request: IncomingMessage; response: ServerResponse; server: Server }

function serveMetrics({ METRICS_PORT }: Settings): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'guichet_portal_responses_total',
    help: 'Responses of the portal by method and class of status',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  const server = createServer(async (request, response) => {
    const found = request.url === '/metrics'
    const body = found ? await registry.metrics() : ''
    response.writeHead(found ? 200 : 404, { 'Content-Type': registry.contentType }).end(body)
  })
  subscribe('http.server.response.finish', (message) => {
    const { request, response, server: from } = message as Finished
    if (from !== server)
      requests.inc({ method: method(request), status: `${Math.floor(response.statusCode / 100)}xx` })
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`METRICS_PORT: ${METRICS_PORT} cannot be used (${error.code}).\n`)
    process.exit(1)
  })
  server.listen(METRICS_PORT, '127.0.0.1')
  server.unref()
}

type Finished = { request: IncomingMessage; response: ServerResponse; server: unknown }

/** Callers may write any method: a few names keep the number of series small. */
function method({ method: name = '' }: IncomingMessage): string {
  return ['GET', 'HEAD', 'POST'].includes(name) ? name : 'other'
}
