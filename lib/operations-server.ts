import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { admitPipelined } from './connection-end'
import { isLoopback } from './env'
import { hasLoopbackHost } from './listen-address'
import { version } from './version'

type Options = {
  registry: Registry
  logger: Logger
  /** Returns why the process cannot serve, or null. If set, the server also has `/healthz` and `/readyz`. */
  findObstacle?: () => Promise<string | null>
  /** Whether the process can serve, as `/readyz` reports it; `findObstacle` decides where that is set. */
  isReady?: () => Promise<boolean>
}

type Reply = { status: number; type: string; body: string }

/**
 * Serves `/metrics`, and optionally the two probes, on a port that is not public. While it listens on loopback it
 * refuses any other `Host` with 403, so that a web page whose name resolves here (DNS rebinding) reads nothing.
 */
export function createOperationsServer({ registry, logger, findObstacle, isReady }: Options): Server {
  describeProcess(registry, isReady ?? (async () => (await findObstacle?.()) == null))
  const routes: Record<string, () => Promise<Reply>> = {
    '/metrics': async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() }),
  }
  if (findObstacle) {
    routes['/healthz'] = async () => json(200, { status: 'ok' })
    routes['/readyz'] = async () => {
      const reason = await findObstacle()
      return reason ? json(503, { status: 'unavailable', reason }) : json(200, { status: 'ready' })
    }
  }
  const server = createServer(async (request, response) => {
    if (!admitPipelined(request, response)) return
    const { status, type, body } = await answer(server, routes, request).catch((error) => {
      logger.error({ err: error }, 'metrics or a probe failed')
      return json(500, { status: 'failed' })
    })
    if (status === 405) response.setHeader('Allow', 'GET, HEAD')
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  return server
}

function describeProcess(registry: Registry, isReady: () => Promise<boolean>): void {
  const registers = [registry]
  const labelNames = ['version', 'node']
  new Gauge({
    name: 'guichet_build_info',
    help: 'Always 1, with the version of the process',
    labelNames,
    registers,
  })
    .labels(version, process.versions.node)
    .set(1)
  new Gauge({
    name: 'guichet_ready',
    help: '1 while the process can serve, 0 while its /readyz is 503',
    registers,
    async collect() {
      this.set((await isReady()) ? 1 : 0)
    },
  })
}

async function answer(
  server: Server,
  routes: Record<string, () => Promise<Reply>>,
  { method, url = '', headers }: IncomingMessage,
): Promise<Reply> {
  const { address } = server.address() as AddressInfo
  if (isLoopback(address) && !hasLoopbackHost(headers.host)) return json(403, { status: 'forbidden host' })
  const route = Object.hasOwn(routes, url) ? routes[url] : undefined
  if (!route) return json(404, { status: 'not found' })
  if (method !== 'GET' && method !== 'HEAD') return json(405, { status: 'method not allowed' })
  return route()
}

function json(status: number, body: object): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}
