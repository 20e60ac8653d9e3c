import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { createOperationsServer } from '@/lib/operations-server'

/** Counts the responses of `portal`, and returns the server of its metrics, which is not listening yet. */
export function createMetricsServer(portal: Server, logger: Logger): Server {
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
  // A request that waits for 100 Continue is a separate event.
  for (const event of ['request', 'checkContinue']) portal.on(event, count)
  return createOperationsServer({ registry, logger })
}

/** Callers may send any method: a short list keeps the number of series small. */
function nameMethod({ method = '' }: IncomingMessage): string {
  return ['GET', 'HEAD', 'POST'].includes(method) ? method : 'other'
}
