import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { writeMeterBatch } from '@/lib/usage/commands'
import { createContext, type Gateway, type GatewayOptions } from './context'
import { openExchange } from './exchange'
import { handle } from './handle'
import { createAddressReader } from './limits/address'
import { answerMalformed, noteRequest } from './malformed'
import { Problem, sendProblem } from './responses/problem'
import { sendRawProblem } from './responses/raw'
import { routes } from './routes'

/** A gateway that does not listen yet, and how it ends. */
export type RunningGateway = {
  server: Server
  context: Gateway
  /** Writes a batch of what the meters hold now; false when it could not be written. */
  flushMeters(): Promise<boolean>
  /** Finishes what is in flight, closes idle connections, writes the last meters. The pool stays the caller's. */
  close(): Promise<void>
}

const flushInterval = 1000
const drainMilliseconds = 3500

/** Builds the gateway of one environment on bare `node:http`. */
export function createGateway(options: GatewayOptions): RunningGateway {
  const context = createContext(options)
  const server = createHttpServer(context)
  const flushMeters = createFlush(context)
  const timer = setInterval(flushMeters, flushInterval)
  timer.unref()

  async function close(): Promise<void> {
    context.draining = true
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds)
    if (server.listening || context.inFlight > 0) await closed
    clearInterval(idle)
    clearTimeout(late)
    clearInterval(timer)
    while (!context.meter.isEmpty() && (await flushMeters()));
    context.rateLimiter.close()
  }

  return { server, context, flushMeters, close }
}

function createHttpServer(gateway: Gateway): Server {
  const readAddress = createAddressReader(gateway.trustedProxies)
  const timeout = gateway.requestTimeout ?? 30_000
  const server = createServer({
    requestTimeout: timeout,
    headersTimeout: timeout,
    connectionsCheckingInterval: Math.min(1000, timeout / 4),
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
    // Checked by ourselves, as Node's own answer lacks our headers.
    requireHostHeader: false,
  })
  server.on('request', (request, response) => {
    noteRequest(request)
    handle(gateway, openExchange(request, response, readAddress(request)))
  })
  // The body is asked for where it is read, so that a refusal comes before it (RFC 9110 §10.1.1).
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => {
    noteRequest(request)
    const exchange = openExchange(request, response, readAddress(request))
    exchange.closes = true
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

/** One batch at a time; what could not be written counts on in memory. */
function createFlush({ meter, pool, metrics, complain }: Gateway): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  async function flush(): Promise<boolean> {
    const batch = meter.take()
    try {
      await writeMeterBatch(pool, batch)
      return true
    } catch (error) {
      meter.giveBack(batch)
      metrics.meterFlushFailures.inc()
      complain('meters', error)
      return false
    }
  }
  return () => {
    running ??= flush().finally(() => {
      running = undefined
    })
    return running
  }
}
