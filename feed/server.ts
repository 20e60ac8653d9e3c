import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { admitPipelined, closeGently, endLate } from '@/lib/connection-end'
import type { Feed, Position } from '@/lib/feed/commands'
import { listPositions } from '@/lib/feed/queries'
import { isUuid } from '@/lib/ids'
import { onConnection } from '@/lib/pool'
import {
  type Budget,
  createBudget,
  type Format,
  isLarge,
  Problem,
  readFormat,
  readItems,
  receive,
  renderProblem,
  unpack,
} from './body'
import type { FeedMetrics } from './metrics'

export type FeedServerOptions = {
  pool: Pool
  feed: Feed
  nameOf(authorization: string | undefined): string | null
  metrics: FeedMetrics
  logger: Logger
  findObstacle(): Promise<string | null>
  /** takes notice of what failed in the database */
  noteError(error: unknown): void
}

type Reply = { status: number; body: object | null; headers?: Record<string, string> }
type Exchange = { request: IncomingMessage; response: ServerResponse; expectsContinue: boolean }
/** The last request of a connection: `before` ends with the requests before it, `served` with it. */
type Turn = {
  request: IncomingMessage
  response: ServerResponse
  before: Promise<void>
  served: Promise<void>
}

const maxRequestsOfKey = 4
/** As many as the pool has connections: a body is unpacked and parsed only when it has its turn. */
export const maxAtATime = 4
const turnTimeoutMs = 5000
const maxOffset = 2n ** 63n - 1n

/** The server of the feed. Keys are checked before a body is read. */
export function createFeedServer(options: FeedServerOptions): Server {
  const budget = createBudget()
  const inTurn = createSlots(maxAtATime, turnTimeoutMs)
  const aloneIfLarge = createSlots(1, turnTimeoutMs)
  const running = new Map<string, number>()

  const routes: Record<string, { method: 'GET' | 'POST'; handle(exchange: Exchange): Promise<Reply> }> = {
    '/healthz': { method: 'GET', handle: alive },
    '/readyz': { method: 'GET', handle: ready },
    '/v1/positions': { method: 'GET', handle: positions },
    '/v1/changes': { method: 'POST', handle: changes },
  }

  async function alive(): Promise<Reply> {
    return { status: 200, body: { status: 'ok' } }
  }

  async function ready(): Promise<Reply> {
    const reason = await options.findObstacle()
    return reason
      ? { status: 503, body: { status: 'unavailable', reason } }
      : { status: 200, body: { status: 'ready' } }
  }

  async function positions({ request }: Exchange): Promise<Reply> {
    const name = authenticate(request)
    return { status: 200, body: { positions: await listPositions(options.pool, name) } }
  }

  async function changes({ request, response, expectsContinue }: Exchange): Promise<Reply> {
    const name = authenticate(request)
    const count = running.get(name) ?? 0
    if (count >= maxRequestsOfKey)
      throw new Problem(429, 'too_many_requests', 'A key can have four requests at a time.', {
        'Retry-After': '1',
      })
    running.set(name, count + 1)
    try {
      const position = readPosition(request.headersDistinct['feed-position'])
      const { format, isCompressed } = readFormat(request)
      if (expectsContinue) response.writeContinue()
      const { body, release } = await receive(request, budget)
      try {
        return await inTurn(() => take(name, position, body, { format, isCompressed }, budget))
      } finally {
        release()
      }
    } finally {
      running.set(name, (running.get(name) ?? 1) - 1)
    }
  }

  async function take(
    name: string,
    position: Position | null,
    received: Buffer,
    { format, isCompressed }: ReturnType<typeof readFormat>,
    { take, release }: Budget,
  ): Promise<Reply> {
    const body = isCompressed ? await unpack(received) : received
    const unpacked = isCompressed ? body.length : 0
    try {
      take(unpacked)
      const store = () => storeItems(name, position, body, format)
      return isLarge(body) ? await aloneIfLarge(store) : await store()
    } finally {
      release(unpacked)
    }
  }

  async function storeItems(
    name: string,
    position: Position | null,
    body: Buffer,
    format: Format,
  ): Promise<Reply> {
    const items = readItems(body, format)
    const result = await onConnection(options.pool, (client) =>
      options.feed.take(client, name, items, position),
    )
    if (!result.ok)
      throw new Problem(503, 'paused', `This sender is paused: ${result.reason}.`, { 'Retry-After': '60' })
    options.metrics.count(name, result.value)
    const { behindMs: _, restarted, ...taken } = result.value
    if (restarted)
      options.logger.warn(
        { name, partition: position?.partition },
        'the numbering of a partition began again',
      )
    return { status: 200, body: taken }
  }

  function authenticate({ headers, headersDistinct }: IncomingMessage): string {
    const isOne = headersDistinct.authorization?.length === 1
    const name = isOne ? options.nameOf(headers.authorization) : null
    if (name) return name
    throw new Problem(401, 'unauthorized', 'The key is missing or unknown.', {
      'WWW-Authenticate': 'Bearer realm="feed"',
    })
  }

  async function answer(exchange: Exchange): Promise<Reply> {
    const { method = '', url = '' } = exchange.request
    // With an authority too (RFC 9112 §3.2.2: a server must accept it).
    const path = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0] as string
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!route) throw new Problem(404, 'not_found', 'There is no resource at this URL.')
    const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
    if (method === 'OPTIONS') return { status: 204, body: null, headers: { Allow: allow } }
    if (!allow.split(', ').includes(method))
      throw new Problem(405, 'method_not_allowed', 'This URL does not support that method.', {
        Allow: allow,
      })
    return route.handle(exchange)
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    refusal?: Problem,
  ): Promise<void> {
    const given = request.headers['x-request-id']
    const requestId = isUuid(given) ? given : randomUUID()
    const reply = (what: Written) => send(request, response, requestId, server.listening, what)
    try {
      if (refusal) throw refusal
      const { status, body, headers } = await answer({ request, response, expectsContinue })
      reply({ status, headers, body: body && JSON.stringify(body) })
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const problem = error instanceof Problem ? error : unavailable(error, requestId)
      const headers = { 'Content-Type': 'application/problem+json', ...problem.headers }
      reply({ status: problem.status, headers, body: renderProblem(problem, requestId) })
    }
  }

  function unavailable(error: unknown, requestId: string): Problem {
    options.noteError(error)
    options.logger.warn({ err: error, requestId }, 'a request could not be written')
    return new Problem(503, 'unavailable', 'The changes could not be stored. Nothing was applied.', {
      'Retry-After': '1',
    })
  }

  const turns = new WeakMap<Duplex, Turn>()

  /** Requests of a connection are served in their order (RFC 9112 §9.3.2), as are their positions. */
  function queue(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue = false,
    refusal?: Problem,
  ): void {
    request.on('error', () => {})
    response.on('error', () => {})
    if (!admitPipelined(request, response)) return
    const before = turns.get(request.socket)?.served ?? Promise.resolve()
    const served = before.then(() => serve(request, response, expectsContinue, refusal))
    turns.set(request.socket, { request, response, before, served })
  }

  /** What comes after a whole request is no reason to answer that one in another way. */
  async function refuseBroken(error: Error, socket: Duplex): Promise<void> {
    const turn = turns.get(socket)
    await (turn?.request.complete ? turn.served : turn?.before)
    const isAnswered = turn && !turn.request.complete && turn.response.headersSent
    if (socket.writable && !isAnswered) closeGently(socket, renderRaw(explainBroken(error)))
    else socket.destroy()
  }

  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 30_000,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  })
  server.maxConnections = 500
  server.on('request', (request, response) => queue(request, response))
  server.on('checkContinue', (request, response) => queue(request, response, true))
  server.on('checkExpectation', (request, response) => {
    const words = 'Only 100-continue can be expected.'
    queue(request, response, false, new Problem(417, 'expectation_failed', words))
  })
  server.on('clientError', (error, socket) => void refuseBroken(error, socket))
  return server
}

function readPosition(given: string[] = []): Position | null {
  if (given.length === 0) return null
  // Headers arrive as one character for each byte.
  const text = Buffer.from(given.join('\n'), 'latin1').toString()
  const [, partition, offset] = /^([^:\n\ufffd]{1,128}):(\d{1,19})$/u.exec(text) ?? []
  if (partition === undefined || offset === undefined || BigInt(offset) > maxOffset)
    throw new Problem(400, 'invalid_request', 'Feed-Position must be PARTITION:OFFSET.')
  return { partition, offset }
}

/**
 * Lets so many pieces of work run at a time; others wait, each for a bounded time.
 * @throws Problem 503 for one that waited too long
 */
export function createSlots(count: number, timeoutMs: number) {
  let free = count
  const waiting: (() => void)[] = []

  function acquire(): Promise<void> {
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        fail(new Problem(503, 'unavailable', 'The database is busy.', { 'Retry-After': '1' }))
      }, timeoutMs)
      const begin = () => {
        clearTimeout(timer)
        done()
      }
      waiting.push(begin)
    })
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Why a connection had no request that can be served. A slow body gets no 400, which some take for the last word. */
function explainBroken({ code }: Error & { code?: string }): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem(408, 'request_timeout', 'The request did not arrive within its time.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem(431, 'headers_too_large', 'The header fields take more than 16 KiB.')
  return new Problem(400, 'invalid_request', 'This is not a request of HTTP/1.1.')
}

/** A response as bytes, where there is no request to respond to. */
function renderRaw(problem: Problem): string {
  const requestId = randomUUID()
  const body = renderProblem(problem, requestId)
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

/** What is read of a body that was refused: a sender that is still writing would not see why. */
const discarded = { bytes: 32 * 1024 * 1024, milliseconds: 10_000 }

type Written = { status: number; headers?: Record<string, string>; body: string | null }

/** Responds; the connection of a request that was not read to its end closes late, and each while the feed ends. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  staysOpen: boolean,
  { status, headers, body }: Written,
): void {
  const isUnread = !request.complete
  response.writeHead(status, {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    ...(body === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
    ...(staysOpen && !isUnread ? {} : { Connection: 'close' }),
  })
  const sent = body === null || request.method === 'HEAD' ? '' : body
  if (isUnread) endLate(request, response, sent, discarded)
  else response.end(sent)
}
