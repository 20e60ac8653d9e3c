import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

/** Counts the responses of `portal`, and serves `/metrics` on a server that does not listen yet. */
export function createMetricsServer(portal: Server): Server {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const responses = new Counter({
    name: 'guichet_portal_responses_total',
    help: 'Responses of the portal by method and class of status',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  portal.on('request', (request, response) =>
    response.once('finish', () =>
      responses.inc({ method: nameMethod(request), status: `${Math.floor(response.statusCode / 100)}xx` }),
    ),
  )
  return createServer(async (request, response) => {
    const found = request.url === '/metrics'
    const body = found ? await registry.metrics() : ''
    response.writeHead(found ? 200 : 404, { 'Content-Type': registry.contentType }).end(body)
  })
}

/** Callers may write any method: a few names keep the number of series small. */
function nameMethod({ method = '' }: IncomingMessage): string {
  return ['GET', 'HEAD', 'POST'].includes(method) ? method : 'other'
}
