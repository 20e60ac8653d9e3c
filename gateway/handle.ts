import { hideNumbers } from '@/lib/access-log'
import { OverloadError } from '@/lib/batch'
import { OAuthError } from '@/lib/oauth/errors'
import { AbortedError } from '@/lib/read-body'
import type { MeteredCall } from '@/lib/usage/request-log'
import type { MeteredEndpoint } from '@/lib/usage/schema'
import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { malformedRequest } from './malformed'
import { line } from './responses/lines'
import { sendOAuthError } from './responses/oauth'
import { Problem, sendProblem, unavailable } from './responses/problem'
import { sendResponse } from './responses/send'
import type { GatewayService, Route } from './routes'

/** Answers one request and counts it. Rejects only if the error response fails too. */
type Handle<G extends Gateway> = (gateway: G, exchange: Exchange) => Promise<void>

/** Makes what answers the requests of an environment. */
export function createHandle<G extends Gateway>({
  findRoute,
  methods,
  complete,
}: GatewayService<G>): Handle<G> {
  function dispatch(gateway: G, exchange: Exchange, route: Route<G> | undefined): void | Promise<void> {
    const { wire, path } = exchange
    if (gateway.draining) exchange.afterwards = 'close'
    requireHost(exchange)
    if (path === '*' && wire.method === 'OPTIONS') return sendOptions(exchange, methods)
    if (!route) throw new Problem('not_found')
    exchange.endpoint = route.endpoint
    const deprecated = gateway.deprecations.fields[route.endpoint]
    if (deprecated) exchange.extraLines += deprecated
    const answer = route.methods.get(wire.method === 'HEAD' ? 'GET' : wire.method)
    if (answer) return answer(gateway, exchange)
    if (wire.method === 'OPTIONS') return sendOptions(exchange, route.allow)
    exchange.extraLines += line('Allow', route.allow)
    throw refuseMethod(route.errors)
  }

  return async (gateway, exchange) => {
    gateway.inFlight++
    const route = findRoute(exchange.path)
    try {
      await dispatch(gateway, exchange, route)
    } catch (error) {
      await answerError(gateway, exchange, route?.errors, error)
    } finally {
      gateway.inFlight--
      const record = count(gateway, exchange)
      if (record) {
        complete?.(gateway, exchange, record)
        gateway.meter.record(record)
      }
    }
  }
}

// RFC 3986 §3.2.2 and §3.2.3. Which host it is does not matter.
const hostPattern = /^(?:\[[0-9A-Za-z.:%_~-]+\]|[0-9A-Za-z._~!$&'()*+,;=%-]*)(?::\d*)?$/

/** RFC 9112 §3.2: exactly one Host line, from HTTP/1.1 on, with a valid value. */
function requireHost({ wire }: Exchange): void {
  const lines = wire.countHeader('host')
  if (lines === 0 && wire.minorVersion === 0) return
  if (lines !== 1 || !hostPattern.test(wire.header('host') ?? '')) throw malformedRequest()
}

function sendOptions(exchange: Exchange, allow: string): void {
  sendResponse(exchange, 204, line('Allow', allow), '')
}

function refuseMethod(errors: Route['errors']): Error {
  return errors === 'oauth'
    ? new OAuthError(405, 'invalid_request', 'This URL does not support that method.')
    : new Problem('method_not_allowed')
}

async function answerError(
  gateway: Gateway,
  exchange: Exchange,
  errors: Route['errors'] | undefined,
  error: unknown,
): Promise<void> {
  const { wire } = exchange
  if (error instanceof AbortedError || wire.status !== null) {
    wire.abort()
  } else if (error instanceof OAuthError) {
    sendOAuthError(exchange, gateway.environment, await limitFailures(gateway, exchange, error))
  } else if (error instanceof Problem) {
    sendProblem(gateway.portalUrl, exchange, error)
  } else {
    shed(gateway, exchange, errors, error)
  }
}

async function limitFailures(
  gateway: Gateway,
  { clientId, address }: Exchange,
  error: OAuthError,
): Promise<OAuthError> {
  if (error.status !== 401) return error
  const given = await gateway.token.failures.count(error, clientId, address)
  if (given.status === 429) gateway.metrics.limited.inc({ limit: 'failed_authentication' })
  return given
}

/** The database is unavailable or too slow, or there is a bug: in each case the caller may try again. */
function shed(
  gateway: Gateway,
  exchange: Exchange,
  errors: Route['errors'] | undefined,
  error: unknown,
): void {
  const cause = error instanceof OverloadError ? 'overload' : 'failure'
  gateway.metrics.shed.inc({ cause })
  gateway.logTrouble(cause, error, exchange.requestId)
  if (errors === 'oauth') {
    const words = 'The service is temporarily unavailable. Try again shortly.'
    sendOAuthError(
      exchange,
      gateway.environment,
      new OAuthError(503, 'temporarily_unavailable', words, { retryAfter: 1 }),
    )
  } else {
    sendProblem(gateway.portalUrl, exchange, unavailable())
  }
}

function describeAccess({ wire, ...exchange }: Exchange) {
  const { requestId, address, applicationId, errorCode } = exchange
  const path = hideNumbers(exchange.path)
  return { requestId, method: wire.method, path, status: wire.status, address, applicationId, errorCode }
}

/** Counts a call, and returns what is to be recorded of one of a known application. */
function count({ metrics, accessLog }: Gateway, exchange: Exchange): MeteredCall | undefined {
  const { endpoint, errorCode, applicationId } = exchange
  const { status } = exchange.wire
  const latency = performance.now() - exchange.arrivedAt
  accessLog?.({ ...describeAccess(exchange), ms: latency })
  if (status === null) return undefined
  metrics.requests.inc({ endpoint, status })
  metrics.latency.observe(endpoint, latency / 1000)
  if (errorCode !== null) metrics.errors.inc({ endpoint, code: errorCode })
  if (applicationId === null) return undefined
  return {
    applicationId,
    requestId: exchange.requestId,
    at: Date.now(),
    endpoint: endpoint as MeteredEndpoint,
    status,
    errorCode,
    hint: exchange.hint,
    latency,
    msisdn: exchange.msisdn,
    address: exchange.address,
    minted: exchange.minted,
    method: exchange.wire.method,
    response: exchange.errorResponse,
  }
}
