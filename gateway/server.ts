import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAddressReader } from '@/lib/caller-address'
import type { Gateway } from './context'
import { type Exchange, openExchange } from './exchange'
import { handle } from './handle'
import { answerMalformed, noteRequest, requestTimeout } from './malformed'
import { Problem, sendProblem } from './responses/problem'
import { sendRawProblem } from './responses/raw'
import { routes } from './routes'
import { traceRequests } from './tracing'
import { createHttpWire } from './wire/http-wire'
import { openPlainConnection, type PlainConnection } from './wire/plain-connection'
import { keepAliveMilliseconds, type Wire } from './wire/wire'

/** A server that does not listen yet, and how its connections end. */
export type GatewayServer = {
  server: Server
  closeIdleConnections(): void
  closeAllConnections(): void
}

/** The sockets of one gateway: a connection is read by ourselves until its first request that is not plain. */
export function createGatewayServer(gateway: Gateway): GatewayServer {
  const readAddress = createAddressReader(gateway.trustedProxies)
  const open = (wire: Wire) =>
    openExchange(wire, readAddress(wire.remoteAddress, wire.header('x-forwarded-for')))
  const answer = gateway.tracing ? traceRequests(gateway.tracing, handle) : handle
  const server = createHttpServer(gateway, open, answer)
  const [readByNode] = server.listeners('connection') as ((socket: Duplex) => void)[]
  server.removeAllListeners('connection')
  const plain = new Set<PlainConnection>()
  server.on('connection', (socket) => {
    const connection = openPlainConnection(socket, {
      answer: (wire) => void answer(gateway, open(wire)),
      handOver: () => readByNode?.call(server, socket),
      patience: timeoutOf(gateway),
      refuseSilence: () => sendRawProblem(socket, gateway.portalUrl, requestTimeout()),
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
    closeAllConnections() {
      for (const connection of plain) connection.destroy()
      server.closeAllConnections()
    },
  }
}

function createHttpServer(gateway: Gateway, open: (wire: Wire) => Exchange, answer: typeof handle): Server {
  const timeout = timeoutOf(gateway)
  const server = createServer({
    requestTimeout: timeout,
    headersTimeout: timeout,
    connectionsCheckingInterval: Math.min(1000, timeout / 4),
    keepAliveTimeout: keepAliveMilliseconds,
    maxHeaderSize: 16_384,
    // Checked by ourselves, as Node's own answer lacks our headers.
    requireHostHeader: false,
  })
  const receive = (request: IncomingMessage, response: ServerResponse): Exchange => {
    noteRequest(request)
    return open(createHttpWire(request, response))
  }
  server.on('request', (request, response) => answer(gateway, receive(request, response)))
  // The body is asked for where it is read, so that a refusal comes before it (RFC 9110 §10.1.1).
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => {
    const exchange = receive(request, response)
    exchange.afterwards = 'linger'
    sendProblem(
      gateway.portalUrl,
      exchange,
      new Problem(417, 'expectation_failed', 'Only 100-continue can be expected.'),
    )
  })
  server.on('connect', (_request, socket: Duplex) => {
    const allow = ['Allow', 'GET, HEAD, POST, OPTIONS']
    sendRawProblem(
      socket,
      gateway.portalUrl,
      new Problem(405, 'method_not_allowed', 'This is not a proxy.', allow),
    )
  })
  server.on('clientError', (error, socket) => {
    answerMalformed(error, socket, gateway.portalUrl, (path) => routes.get(path)?.allow)
  })
  return server
}

function timeoutOf({ requestTimeout = 30_000 }: Gateway): number {
  return requestTimeout
}
