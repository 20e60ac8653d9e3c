import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { closeGently } from '@/lib/connection-end'
import { BodyTooLargeError } from '@/lib/read-body'
import { type AfterResponse, maxFields, type Wire } from './wire'

/** A complete plain request: its parsed head, and its body in printable ASCII (empty for GET). */
export type PlainRequest = {
  method: 'GET' | 'POST'
  target: string
  /** By lower-case name; each occurs once. */
  headers: ReadonlyMap<string, string>
  body: string
  /** The caller requested that the connection be closed after the response. */
  closes: boolean
}

/** A larger request is not plain. */
const max = { bytes: 24_576, headBytes: 8192 }

// One request line with a target in origin form, and field lines without folding, empty names or stray white space. Any
// byte outside printable ASCII, and a bare CR or LF, prevents a match.
const head =
  /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*(?:[!-~](?:[ !-~]*[!-~])?)?\r\n)+)\r\n/
const printable = /^[ -~]*$/

/** An upgrade is ignored (RFC 9110 §7.8); Java's client proposes one on each connection. */
const connections = new Set(['keep-alive', 'close', 'upgrade', 'upgrade, http2-settings'])

/** Fields that change how a message is framed or answered. */
const notPlain = ['transfer-encoding', 'expect']

/**
 * Reads one request that is complete and alone in `bytes`, and that every parser would read the same way: HTTP/1.1, GET
 * without a body or POST with a `Content-Length` that is exactly the rest, exactly one `Host`, no field name twice,
 * printable ASCII only (a small part of RFC 9112 §2 to §6).
 * @returns null for anything else, malformed or merely unusual, which `node:http` then reads
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  if (bytes.length > max.bytes) return null
  const text = bytes.toString('latin1')
  const match = head.exec(text)
  if (!match) return null
  const [{ length }, method, target, lines] = match as unknown as [string, 'GET' | 'POST', string, string]
  if (length > max.headBytes) return null
  const headers = readHeaders(lines)
  if (!headers) return null
  const body = text.slice(length)
  if (!isFramed(method, headers.get('content-length'), body)) return null
  const connection = headers.get('connection')?.toLowerCase()
  if (connection !== undefined && !connections.has(connection)) return null
  return { method, target, headers, body, closes: connection === 'close' }
}

/** Whether a request line has more blanks than the two of RFC 9112 §3, of which Node's parser skips any number. */
function hasStrayBlanks(bytes: Buffer): boolean {
  const line = bytes.toString('latin1', 0, max.headBytes).trimStart().split('\n', 1)[0] ?? ''
  return /^[!-~]+ (?: |[!-~]+ {2})/.test(line)
}

function readHeaders(lines: string): Map<string, string> | null {
  const headers = new Map<string, string>()
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf('\r\n', start)
    const colon = lines.indexOf(':', start)
    const name = lines.slice(start, colon).toLowerCase()
    if (headers.has(name)) return null
    headers.set(name, lines.slice(colon + 1, end).trim())
    start = end + 2
  }
  if (headers.size > maxFields || !headers.has('host')) return null
  for (const name of notPlain) if (headers.has(name)) return null
  return headers
}

/** RFC 9112 §6: `Content-Length` alone frames the body, which is exactly the rest. */
function isFramed(method: string, length: string | undefined, body: string): boolean {
  if (method === 'GET') return length === undefined && body === ''
  return (
    length !== undefined && /^\d{1,5}$/.test(length) && Number(length) === body.length && printable.test(body)
  )
}

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
