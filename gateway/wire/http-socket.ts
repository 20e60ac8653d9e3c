import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { admitPipelined, endLate } from '@/lib/connection-end'
import type { ReadBody } from '@/lib/read-body'
import type { AfterResponse, Wire } from './wire'

/** A connection that `node:http` reads, and its state. */
export type HttpSocket = Duplex & {
  /** The current response; kept here by `node:http`. */
  _httpMessage?: ServerResponse | null
  /** The latest request. */
  lastRequest?: IncomingMessage
  /** A response announced that the connection closes: no further request is processed (RFC 9112 §9.6). */
  closing?: boolean
  /** The end of the latest request is uncertain: the connection ends with it. */
  final?: boolean
}

/** `node:http` starts all of them at the same time, and they would take database capacity from other callers. */
const maxUnanswered = 64

/**
 * Records a request on its connection.
 * @returns whether to process the request
 */
export function admit(request: IncomingMessage, response: ServerResponse): boolean {
  const socket = request.socket as HttpSocket
  // Node still emits requests that it had read before the connection was destroyed.
  if (socket.closing || socket.final) return false
  if (!admitPipelined(request, response, maxUnanswered)) return false
  socket.lastRequest = request
  socket.final = isFinal(request)
  return true
}

/**
 * Whether no further request may follow: `node:http` discards what arrives together with the end of a request that asks
 * for an upgrade, and a proxy may have framed a chunked request of HTTP/1.0 in another way (RFC 9112 §6.1).
 */
function isFinal({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return (
    headers.upgrade !== undefined || (httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined)
  )
}

/** Whether no other request has arrived on the connection since. */
function isLast(request: IncomingMessage): boolean {
  return (request.socket as HttpSocket).lastRequest === request
}

/** Limits on what is read and discarded of a request that was refused before it ended. */
const discarded = { bytes: 1_048_576, milliseconds: 1000 }

/** Wraps a request that `node:http` has read. */
export function createHttpWire(request: IncomingMessage, response: ServerResponse, read: ReadBody): Wire {
  return {
    method: request.method as string,
    target: request.url as string,
    minorVersion: request.httpVersionMinor,
    remoteAddress: request.socket.remoteAddress,
    get status() {
      return response.headersSent ? response.statusCode : null
    },
    header: (name) => request.headers[name]?.toString(),
    countHeader: (name) => countLines(request.rawHeaders, name),
    readBody: (limit) =>
      read(request, limit, () => {
        // HTTP/1.0 has no interim responses: the client would take it for the final one (RFC 9110 §10.1.1, §15.2).
        if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue()
      }),
    respond(status, head, body, _encoding, then) {
      const after = settle(request, response, then)
      const lines = after === 'keep' ? head : `${head}Connection: close\r\n`
      response.writeHead(status, lines.split('\r\n').slice(0, -1).flatMap(splitLine))
      if (after === 'linger') endLate(request, response, body, discarded)
      else response.end(body)
    },
    abort: () => request.socket.destroy(),
  }
}

/**
 * Closes the connection only if no request follows this one, as its response would be lost. Accepts none afterwards.
 */
function settle(request: IncomingMessage, response: ServerResponse, then: AfterResponse): AfterResponse {
  const socket = request.socket as HttpSocket
  if (!isLast(request) || (then === 'keep' && !socket.final && response.shouldKeepAlive)) return 'keep'
  socket.closing = true
  return request.complete ? 'close' : 'linger'
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}

function countLines(rawHeaders: string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] as string
    if (line.length === name.length && line.toLowerCase() === name) count++
  }
  return count
}

/** The open sockets of one gateway, for their whole life, with either of the two parsers. */
export type Sockets = { add(socket: Socket): void; size(): number; destroyAll(): void }

/** Bytes that the caller has yet to take: `until` is the socket's `bytesWritten` at the last of them. */
type Unsent = { until: number; since: number }

/**
 * Gives every socket an `error` listener for its whole life: `node:http` removes its own before the events `connect`
 * and `clientError`, and a reset after that would end the process. Destroys a socket whose caller does not take written
 * bytes within `drainTimeoutMs`. Neither parser does that: `node:http` has no deadline while a response is unsent, and
 * for a socket timeout any received byte counts as activity.
 */
export function watchSockets(drainTimeoutMs: number): Sockets {
  const sockets = new Map<Socket, Unsent | null>()
  let sweeper: NodeJS.Timeout | undefined

  function add(socket: Socket): void {
    socket.on('error', ignore).once('close', () => remove(socket))
    sockets.set(socket, null)
    sweeper ??= setInterval(sweep, Math.min(1000, drainTimeoutMs / 4)).unref()
  }

  function remove(socket: Socket): void {
    sockets.delete(socket)
    if (sockets.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  function sweep(): void {
    const now = performance.now()
    for (const [socket, unsent] of sockets) {
      const { writableLength, bytesWritten } = socket
      if (writableLength === 0) {
        if (unsent) sockets.set(socket, null)
      } else if (!unsent || bytesWritten - writableLength >= unsent.until) {
        sockets.set(socket, { until: bytesWritten, since: now })
      } else if (now - unsent.since > drainTimeoutMs) {
        socket.destroy()
      }
    }
  }

  return {
    add,
    size: () => sockets.size,
    destroyAll() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

/** A lost connection needs no handling: `close` follows. */
function ignore(): void {}
