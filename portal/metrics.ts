import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

/** Of whoever reads the metrics of this machine. */
const maxConnections = 100

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
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (body) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = maxConnections
  return server
}

/** Callers may write any method: a few names keep the number of series small. */
function nameMethod({ method = '' }: IncomingMessage): string {
  return ['GET', 'HEAD', 'POST'].includes(method) ? method : 'other'
}
