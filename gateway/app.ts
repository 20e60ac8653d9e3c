import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { hideNumbers } from '@/lib/access-log'
import { createAddressReader } from '@/lib/addresses'
import { OverloadError } from '@/lib/batch'
import { OAuthError } from '@/lib/oauth/errors'
import { AbortedError, createBodyReader } from '@/lib/read-body'
import { writeMeterBatch } from '@/lib/usage/commands'
import { networksInBatch } from '@/lib/usage/meter'
import type { MeteredCall } from '@/lib/usage/request-log'
import type { MeteredEndpoint } from '@/lib/usage/schema'
import type { Gateway } from './context'
import { type Exchange, openExchange } from './exchange'
import { answerLast, answerMalformed, malformedRequest, requestTimeout } from './malformed'
import type { GatewayOptions } from './options'
import { sendOAuthError } from './responses/oauth'
import { Problem, sendProblem, sendRawProblem, unavailable } from './responses/problem'
import { line, sendResponse } from './responses/send'
import { type GatewayService, production, type Route, sandbox } from './routes'
import { traceRequests } from './tracing'
import { admit, createHttpWire } from './wire/http-socket'
import { openPlainConnection, type PlainConnection } from './wire/plain-connection'
import { maxFields, type Wire } from './wire/wire'

/** A gateway that does not listen yet, and how to close it. */
export type RunningGateway = {
  server: Server
  context: Gateway
  /** Writes a batch of the current meter counts; false if that failed. */
  flushMeters(): Promise<boolean>
  /** Finishes requests in flight, closes idle connections and writes the last meters. The caller closes the pool. */
  close(): Promise<void>
}

const flushInterval = 1000
/** Counts that no one waits for are written once a minute. */
const wholeInterval = 60_000
const drainMilliseconds = 3500

/** Builds the gateway of one environment. */
export function createGateway(options: GatewayOptions): RunningGateway {
  return options.environment === 'sandbox' ? open(options, sandbox) : open(options, production)
}

function open<G extends Gateway>(options: GatewayOptions, service: GatewayService<G>): RunningGateway {
  const context = service.createContext(options)
  const { server, closeIdleConnections, closeAllConnections } = createGatewayServer(context, service)
  const { flush: flushMeters, flushDue } = createFlush(context)
  const timer = setInterval(flushDue, flushInterval)
  timer.unref()
  context.deprecations.start()

  async function close(): Promise<void> {
    context.draining = true
    if (options.drain) await pause(options.drain)
    const closed = new Promise((resolve) => server.close(resolve))
    closeIdleConnections()
    const idle = setInterval(closeIdleConnections, 50)
    const late = setTimeout(closeAllConnections, drainMilliseconds)
    if (server.listening || context.inFlight > 0) await closed
    clearInterval(idle)
    clearTimeout(late)
    clearInterval(timer)
    context.deprecations.stop()
    while (!context.meter.isEmpty() && (await flushMeters()));
    context.limitStore?.close()
  }

  return { server, context, flushMeters, close }
}

/** A server that does not listen yet, and how to close its connections. */
type GatewayServer = { server: Server; closeIdleConnections(): void; closeAllConnections(): void }

/** Of bodies that have not arrived whole: room for a thousand of the largest. */
const maxUnfinishedBytes = 48 * 2 ** 20

/** Serves the request of a wire; never throws or rejects. */
type Serve = (wire: Wire, refusal?: Problem) => Promise<void>

/** The sockets of one gateway. Our own parser reads a connection until its first request that is not plain. */
function createGatewayServer<G extends Gateway>(gateway: G, service: GatewayService<G>): GatewayServer {
  const serve = createServe(gateway, service)
  const server = createHttpServer(gateway, serve, (path) => service.findRoute(path)?.allow)
  const [readByNode] = server.listeners('connection') as ((socket: Duplex) => void)[]
  server.removeAllListeners('connection')
  const plain = new Set<PlainConnection>()
  server.on('connection', (socket: Socket) => {
    gateway.sockets.add(socket)
    const connection = openPlainConnection(socket, {
      answer: serve,
      handOver: () => readByNode?.call(server, socket),
      timeoutMs: gateway.requestTimeout,
      keepAliveTimeout: gateway.keepAliveTimeout,
      refuse: (_, why) =>
        sendRawProblem(socket, gateway.portalUrl, why === 'silence' ? requestTimeout() : malformedRequest()),
      onEnd: () => plain.delete(connection),
    })
    plain.add(connection)
  })
  return {
    server,
    closeIdleConnections() {
      for (const connection of plain) connection.closeIfIdle()
      server.closeIdleConnections()
    },
    closeAllConnections: () => gateway.sockets.destroyAll(),
  }
}

/** A bug breaks one connection, and not the process. */
function createServe<G extends Gateway>(gateway: G, service: GatewayService<G>): Serve {
  const handle = createHandle(service)
  const readAddress = createAddressReader(gateway.trustedProxies)
  const answer = gateway.tracing ? traceRequests(gateway.tracing, handle) : handle
  return async (wire, refusal) => {
    try {
      const address = readAddress(wire.remoteAddress, wire.header('x-forwarded-for'))
      const exchange = openExchange(wire, address)
      if (refusal) refuse(gateway, exchange, refusal)
      else await answer(gateway, exchange)
    } catch (error) {
      gateway.logTrouble('failure', error)
      wire.abort()
    }
  }
}

/** Answers one request and counts it. Rejects only if the error response fails too. */
type Handle<G extends Gateway> = (gateway: G, exchange: Exchange) => Promise<void>

/** Makes what answers the requests of an environment. */
function createHandle<G extends Gateway>({ findRoute, methods, complete }: GatewayService<G>): Handle<G> {
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

function createHttpServer(
  gateway: Gateway,
  serve: Serve,
  findAllow: (path: string) => string | undefined,
): Server {
  const readBody = createBodyReader(maxUnfinishedBytes)
  const server = createServer({
    requestTimeout: gateway.requestTimeout,
    headersTimeout: gateway.requestTimeout,
    connectionsCheckingInterval: Math.min(1000, gateway.requestTimeout / 4),
    keepAliveTimeout: gateway.keepAliveTimeout,
    maxHeaderSize: 16_384,
    // We check it ourselves, as Node's own response lacks our headers.
    requireHostHeader: false,
  })
  server.maxHeadersCount = maxFields
  server.maxConnections = gateway.maxConnections
  // A caller that half-closes after a request still gets the response. Neither documented by Node nor in its types.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('drop', () => gateway.metrics.refusedConnections.inc({}))
  const take = (request: IncomingMessage, response: ServerResponse, refusal = findFault(request)) => {
    if (!admit(request, response)) return
    void serve(createHttpWire(request, response, readBody), refusal)
  }
  server.on('request', (request, response) => take(request, response))
  // 100 Continue is sent when the body is read, so that a refusal comes before it (RFC 9110 §10.1.1).
  server.on('checkContinue', (request, response) => take(request, response))
  server.on('checkExpectation', (request, response) => {
    take(request, response, new Problem('expectation_failed'))
  })
  server.on('connect', (_request, socket: Duplex) => {
    const lines = line('Allow', 'GET, HEAD, POST, OPTIONS')
    const problem = new Problem('method_not_allowed', { detail: 'This is not a proxy.', lines })
    answerLast(socket, gateway.portalUrl, problem)
  })
  server.on('clientError', (error, socket) => {
    answerMalformed(error, socket, gateway.portalUrl, findAllow)
  })
  return server
}

/** Malformed requests that Node's parser accepts: `HTTP/2.0` in a request line, and more fields than it keeps. */
function findFault({ httpVersionMajor, rawHeaders }: IncomingMessage): Problem | undefined {
  if (httpVersionMajor !== 1) return malformedRequest()
  if (rawHeaders.length > 2 * maxFields)
    return new Problem('headers_too_large', { detail: `There are more than ${maxFields} header fields.` })
}

function refuse({ portalUrl }: Gateway, exchange: Exchange, problem: Problem): void {
  exchange.afterwards = 'close'
  sendProblem(portalUrl, exchange, problem)
}

/** One batch at a time; a batch that could not be written stays in memory. `flush` waits for one that is running. */
function createFlush({ environment, meter, pool, metrics, logTrouble }: Gateway) {
  let running: Promise<boolean> | undefined
  let wholeAt = performance.now()
  async function write(whole: boolean): Promise<boolean> {
    const batch = meter.take(whole)
    if (whole && batch.networks.length < networksInBatch) wholeAt = performance.now()
    try {
      await writeMeterBatch(pool, environment, batch)
      return true
    } catch (error) {
      meter.giveBack(batch)
      metrics.meterFlushFailures.inc({})
      logTrouble('meters', error)
      return false
    }
  }
  function start(whole: boolean): Promise<boolean> {
    running ??= write(whole).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    flushDue: () => start(performance.now() - wholeAt >= wholeInterval),
    async flush(): Promise<boolean> {
      await running
      return start(true)
    },
  }
}
