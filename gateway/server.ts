import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAddressReader } from '@/lib/addresses'
import { createBodyReader } from '@/lib/read-body'
import type { Gateway } from './context'
import { type Exchange, openExchange } from './exchange'
import { createHandle } from './handle'
import { answerLast, answerMalformed, malformedRequest, requestTimeout } from './malformed'
import { line } from './responses/lines'
import { Problem, sendProblem } from './responses/problem'
import { sendRawProblem } from './responses/raw'
import type { GatewayService } from './routes'
import { traceRequests } from './tracing'
import { admit } from './wire/http-socket'
import { createHttpWire } from './wire/http-wire'
import { openPlainConnection, type PlainConnection } from './wire/plain-connection'
import { maxFields, type Wire } from './wire/wire'

/** A server that does not listen yet, and how to close its connections. */
export type GatewayServer = { server: Server; closeIdleConnections(): void; closeAllConnections(): void }

/** Of bodies that have not arrived whole: room for a thousand of the largest. */
const maxUnfinishedBytes = 48 * 2 ** 20

/** Serves the request of a wire; never throws or rejects. */
type Serve = (wire: Wire, refusal?: Problem) => Promise<void>

/** The sockets of one gateway. Our own parser reads a connection until its first request that is not plain. */
export function createGatewayServer<G extends Gateway>(
  gateway: G,
  service: GatewayService<G>,
): GatewayServer {
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
