import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeGently } from '@/lib/end-late'
import { getSettings } from '@/lib/env'
import { contentSecurityPolicy, fixedHeaders } from './headers'
import { standalonePage } from './standalone-page'

/** An error of Node's parser, and the bytes at which it stopped. */
type ClientError = Error & { code?: string; rawPacket?: Buffer }
type Connection = Duplex & { _httpMessage?: ServerResponse | null }

const causes = {
  HPE_HEADER_OVERFLOW: { status: 431, what: 'cookies' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, what: 'slow' },
} as const
const unreadable = { status: 400, what: 'malformed' } as const

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
  const { status, what } = causes[code as keyof typeof causes] ?? unreadable
  const nonce = btoa(randomUUID())
  const body = brokenPage(status, what, nonce, rawPacket?.toString('latin1'))
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

/**
 * @param raw what arrived of the request, for its language
 */
export function brokenPage(
  status: number,
  what: 'cookies' | 'slow' | 'malformed',
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
    body: `<p>${t(`errors.${what}.body`, { domain: hostname })}</p>\n<p><a href="">${t('errors.malformed.open')}</a></p>`,
  }))
}
