import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

/** `findObstacle` returns why the worker cannot work, or null. */
type Health = { registry: Registry; findObstacle(): Promise<string | null> }

/** Answers `/healthz`, `/readyz` and `/metrics`, for probes and Prometheus on this machine. */
export function createOperationsServer({ registry, findObstacle }: Health): Server {
  const routes: Record<string, () => Promise<{ status: number; type: string; body: string }>> = {
    '/healthz': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const reason = await findObstacle()
      return reason ? json(503, { status: 'unavailable', reason }) : json(200, { status: 'ready' })
    },
    '/metrics': async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() }),
  }
  return createServer(async ({ method, url = '' }, response) => {
    const route = routes[url]
    const allowed = method === 'GET' || method === 'HEAD'
    const { status, type, body } = !route
      ? json(404, { status: 'not found' })
      : allowed
        ? await route()
        : json(405, { status: 'method not allowed' })
    if (status === 405) response.setHeader('Allow', 'GET, HEAD')
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    response.end(method === 'HEAD' ? undefined : body)
  })
}

function json(status: number, body: object): { status: number; type: string; body: string } {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}
