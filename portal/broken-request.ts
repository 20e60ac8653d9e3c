import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeGently } from '@/lib/connection-end'
import { getSettings } from '@/lib/env'
import { contentSecurityPolicy, fixedHeaders } from './exchange'
import { standalonePage } from './standalone-page'

/** An error of Node's parser, and the bytes at which it stopped. */
type ClientError = Error & { code?: string; rawPacket?: Buffer }
type Connection = Duplex & { _httpMessage?: ServerResponse | null }

/** Node bounds the URL and the header fields together; a browser sends nothing long besides cookies. */
const longUrl = /^[A-Z]+ [^\r\n]{8192}/

/** Responds to what Node could not read, after the responses to earlier requests (RFC 9112 §9.3.2), and closes. */
export function respondToBroken(error: ClientError, socket: Connection): void {
  const outgoing = socket._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  // What follows a request that closes the connection is no reason to lose its response.
  else if (error.code === 'HPE_CLOSED_CONNECTION') return
  else if (outgoing?.req.complete) outgoing.once('close', () => respondToBroken(error, socket))
  else if (outgoing?.headersSent) socket.destroy()
  else closeGently(socket, renderBroken(error))
}

/** Ends a request whose body does not arrive. */
export function respondTooSlow(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) request.destroy()
  else respondToBroken(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
}

function renderBroken({ code, rawPacket }: ClientError): string {
  const raw = rawPacket?.toString('latin1') ?? ''
  const { status, what } = explain(code, raw)
  const nonce = btoa(randomUUID())
  const body = brokenPage(status, what, nonce, raw)
  const headers = [
    ...fixedHeaders(),
    ['X-Request-Id', randomUUID()],
    ['Content-Security-Policy', contentSecurityPolicy(nonce)],
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Length', Buffer.byteLength(body)],
    ['Cache-Control', 'no-store'],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`
}

function explain(code: string | undefined, raw: string) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, what: 'slow' } as const
  if (code !== 'HPE_HEADER_OVERFLOW') return { status: 400, what: 'malformed' } as const
  return { status: 431, what: longUrl.test(raw) ? 'longUrl' : 'cookies' } as const
}

/**
 * @param raw what arrived of the request, for its language
 */
export function brokenPage(
  status: number,
  what: 'cookies' | 'longUrl' | 'slow' | 'malformed',
  nonce: string,
  raw = '',
): string {
  const accept = /^accept-language: *([^\r\n]{1,200})/im.exec(raw)?.[1]
  // Without a choice of language, whose links would be as broken.
  const request = { headers: { 'accept-language': accept }, method: 'POST' }
  const { hostname } = new URL(getSettings().PORTAL_URL)
  return standalonePage({ request, nonce, path: '/' }, (t) => ({
    title: t(`errors.${what}.title`),
    kicker: `${status} · ${t(`errors.${what}.kicker`)}`,
    body: `<p>${t(`errors.${what}.body`, { domain: hostname })}</p>\n${what === 'longUrl' ? '' : `<p><a href="">${t('errors.malformed.open')}</a></p>`}`,
  }))
}
