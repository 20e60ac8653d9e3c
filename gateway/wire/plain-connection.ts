import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { closeGently } from '@/lib/end-late'
import { BodyTooLargeError } from '@/lib/read-body'
import { hasStrayBlanks, type PlainRequest, readPlainRequest } from './plain-request'
import type { AfterResponse, Wire } from './wire'

/** A connection that our own parser reads while its requests are plain. */
export type PlainConnection = { closeIfIdle(): void }

type Options = {
  /** Answers one request, using only the wire. */
  answer: (wire: Wire) => void
  /** Takes over the connection permanently, with the bytes in its buffer. */
  handOver: (socket: Socket) => void
  /** Milliseconds within which the first request has to arrive. */
  timeoutMs: number
  /** Maximum milliseconds between two requests. */
  keepAliveTimeout: number
  /** Responds on the bare socket if no request arrived or its line is malformed, and closes it. */
  refuse: (socket: Socket, why: 'silence' | 'malformed') => void
  /** Called when the connection is closed or handed over. */
  onEnd: () => void
}

/** A connection stays open slightly longer than announced, as with `node:http`: a last request may be on its way. */
const graceMs = 1000

/**
 * Serves plain requests of one connection, one at a time. At the first request that is not plain, or not complete and
 * alone in the received bytes, the connection moves to `node:http` permanently. It costs half of what `node:http` does.
 * Nothing more is read while the caller has yet to take earlier responses, nor after a closing response.
 */
export function openPlainConnection(socket: Socket, options: Options): PlainConnection {
  const { keepAliveTimeout } = options
  const keepAlive = keepAliveLines(keepAliveTimeout)
  /** From a request until its response is sent and there is room for the next. */
  let busy = false
  let served = false
  let ended = false
  /** Bytes received in the meantime. */
  let next: Buffer | null = null

  function take(bytes: Buffer): void {
    if (busy) {
      next = next ? Buffer.concat([next, bytes]) : bytes
      socket.pause()
      return
    }
    const request = readPlainRequest(bytes)
    if (request) {
      busy = true
      options.answer(new PlainWire(socket, request, keepAlive, done))
    } else if (hasStrayBlanks(bytes)) {
      forget()
      options.refuse(socket, 'malformed')
    } else {
      leave(bytes)
    }
  }

  function done(then: AfterResponse): void {
    if (!served) socket.setTimeout(keepAliveTimeout + graceMs)
    served = true
    if (then !== 'keep') close()
    else if (socket.writableNeedDrain) socket.pause().once('drain', proceed)
    else proceed()
  }

  function proceed(): void {
    busy = false
    const bytes = next
    next = null
    if (socket.isPaused()) socket.resume()
    if (bytes) take(bytes)
    else if (ended) close()
  }

  function leave(bytes: Buffer): void {
    forget()
    socket.setTimeout(0)
    socket.pause()
    socket.unshift(bytes)
    options.handOver(socket)
    socket.resume()
  }

  /** The caller has finished sending: a pending request is still answered. */
  function end(): void {
    ended = true
    if (!busy) close()
  }

  /** Requests that arrive after this are not processed (RFC 9112 §9.6). */
  function close(): void {
    forget()
    closeGently(socket)
  }

  function closeIfIdle(): void {
    if (!busy) socket.destroy()
  }

  function giveUp(): void {
    if (served) closeIfIdle()
    else if (!busy) {
      forget()
      options.refuse(socket, 'silence')
    }
  }

  function forget(): void {
    socket.off('data', take).off('end', end).off('timeout', giveUp).off('close', forget)
    options.onEnd()
  }

  socket.on('data', take).on('end', end).on('timeout', giveUp).on('close', forget)
  socket.setTimeout(options.timeoutMs)
  return { closeIfIdle }
}

class PlainWire implements Wire {
  readonly minorVersion = 1
  status: number | null = null
  readonly method: string
  readonly target: string

  constructor(
    private readonly socket: Socket,
    private readonly request: PlainRequest,
    private readonly keepAlive: string,
    private readonly done: (then: AfterResponse) => void,
  ) {
    this.method = request.method
    this.target = request.target
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress
  }

  header(name: string): string | undefined {
    return this.request.headers.get(name)
  }

  countHeader(name: string): number {
    return this.request.headers.has(name) ? 1 : 0
  }

  readBody(limit: number): string {
    if (this.request.body.length > limit) throw new BodyTooLargeError()
    return this.request.body
  }

  respond(
    status: number,
    head: string,
    body: string,
    encoding: 'latin1' | 'utf8',
    then: AfterResponse,
  ): void {
    this.status = status
    const after = this.request.closes ? 'close' : then
    const connection = after === 'keep' ? this.keepAlive : 'Connection: close\r\n\r\n'
    const text = `${statusLine(status)}${head}${dateLine()}${connection}${body}`
    if (this.socket.writable) this.socket.write(text, encoding)
    this.done(after)
  }

  abort(): void {
    this.socket.destroy()
  }
}

/** In whole seconds, as `node:http` writes them. */
function keepAliveLines(timeout: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n\r\n`
}

function statusLine(status: number): string {
  return status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
}

let date = { text: '', second: Number.NaN }

/** RFC 9110 §5.6.7, formatted once a second; also after the clock was set back. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== date.second) date = { text: `Date: ${new Date(second * 1000).toUTCString()}\r\n`, second }
  return date.text
}
