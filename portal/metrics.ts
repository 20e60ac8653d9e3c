import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { getRefusalCounts } from '@/lib/identity/refusal-counts'
import { createOperationsServer } from '@/lib/operations-server'

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
