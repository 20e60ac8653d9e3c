import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { admitPipelined } from '@/lib/connection-end'
import { hasLoopbackHost } from '@/lib/listen-address'
import { createLogger } from '@/lib/logger'
import {
  chooseWords,
  filterByRecipient,
  frameRights,
  renderHtmlPart,
  renderList,
  renderMessage,
} from './page'
import type { Store } from './store'

type Reply = { status: number; type: string; body: string | Buffer; policy?: string }
type Route = { pattern: RegExp; GET?: Handler; DELETE?: Handler }
type Handler = (store: Store, id: string, request: IncomingMessage, nonce: string) => Promise<Reply | null>

const logger = createLogger('mailbox')

const json = 'application/json; charset=utf-8'
const page = 'text/html; charset=utf-8'

const routes: Route[] = [
  {
    pattern: /^\/$/,
    GET: async (store, _id, request, nonce) =>
      show(nonce, renderList(await store.list(), recipientOf(request), wordsFor(request), nonce)),
  },
  { pattern: /^\/message\/([^/]+)$/, GET: showMessage },
  { pattern: /^\/font\.woff2$/, GET: sendFont },
  { pattern: /^\/api\/email$/, GET: listMessages, DELETE: removeAll },
  { pattern: /^\/api\/email\/all$/, DELETE: removeAll },
  { pattern: /^\/api\/email\/([^/]+)\/html$/, GET: showHtmlPart },
  { pattern: /^\/api\/email\/([^/]+)$/, GET: sendMessage, DELETE: removeOne },
  { pattern: /^\/healthz$/, GET: async () => reply({ status: 'ok' }) },
]

/**
 * The mailbox's page and JSON API. Messages contain activation links, so only programs on this machine and the
 * mailbox's own pages may read them: no foreign `Host` (DNS rebinding), no pages of other sites, no CORS.
 */
export function createHttpServer(store: Store): Server {
  return createServer((request, response) => {
    if (!admitPipelined(request, response)) return
    answer(store, request, response).catch((error) => {
      logger.error({ err: error }, 'the mailbox could not respond')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
}

async function answer(store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const nonce = randomBytes(16).toString('base64')
  const found =
    refuse(request) ?? (await dispatch(store, request, nonce)) ?? reply({ error: 'not found' }, 404)
  response.writeHead(found.status, {
    'content-type': found.type,
    'cache-control': 'no-store',
    'content-security-policy': found.policy ?? "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : found.body)
}

function refuse(request: IncomingMessage): Reply | null {
  if (!hasLoopbackHost(request.headers.host))
    return reply({ error: 'this mailbox accepts requests from loopback only' }, 403)
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return null
  // Following a link to the page is allowed; reading it from another site's page is not.
  const followed = request.method === 'GET' && request.headers['sec-fetch-dest'] === 'document'
  return followed ? null : reply({ error: 'this mailbox accepts no requests from other sites' }, 403)
}

async function dispatch(store: Store, request: IncomingMessage, nonce: string): Promise<Reply | null> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const route = routes.find(({ pattern }) => pattern.test(path))
  if (!route) return null
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const handler = method === 'GET' || method === 'DELETE' ? route[method] : undefined
  if (!handler) return reply({ error: 'method not allowed' }, 405)
  return handler(store, route.pattern.exec(path)?.[1] ?? '', request, nonce)
}

/** Lists all messages, or with `?to=` those to one address. */
async function listMessages(store: Store, _id: string, request: IncomingMessage): Promise<Reply> {
  return reply(filterByRecipient(await store.list(), recipientOf(request)))
}

function recipientOf(request: IncomingMessage): string {
  return new URLSearchParams(request.url?.split('?')[1]).get('to') ?? ''
}

async function showMessage(
  store: Store,
  id: string,
  request: IncomingMessage,
  nonce: string,
): Promise<Reply | null> {
  const message = await store.find(id)
  return message && show(nonce, renderMessage(message, wordsFor(request), nonce))
}

async function showHtmlPart(store: Store, id: string): Promise<Reply | null> {
  const message = await store.find(id)
  const policy = `sandbox ${frameRights}; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'`
  return message && { status: 200, type: page, body: renderHtmlPart(message), policy }
}

/** The portal's, which is a file of a package. */
async function sendFont(): Promise<Reply> {
  const body = await readFile('node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2')
  return { status: 200, type: 'font/woff2', body }
}

async function sendMessage(store: Store, id: string): Promise<Reply | null> {
  const message = await store.find(id)
  return message && reply(message)
}

async function removeOne(store: Store, id: string): Promise<Reply | null> {
  return (await store.remove(id)) ? reply(true) : null
}

async function removeAll(store: Store): Promise<Reply> {
  await store.clear()
  return reply(true)
}

function wordsFor(request: IncomingMessage) {
  return chooseWords(request.headers['accept-language'])
}

function reply(value: unknown, status = 200): Reply {
  return { status, type: json, body: JSON.stringify(value) }
}

function show(nonce: string, body: string): Reply {
  const policy = `default-src 'none'; img-src data:; font-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return { status: 200, type: page, body, policy }
}

const largestMessage = 5 * 1024 * 1024

/** An SMTP server that delivers every message to `store`. No authentication or TLS: for this machine only. */
export function createSmtpServer(store: Store): SMTPServer {
  const server = new SMTPServer({
    banner: 'Guichet mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: largestMessage,
    closeTimeout: 1000,
    onData: (stream, session, callback) => {
      receive(store, stream, session).then(() => callback(), callback)
    },
  })
  // A client that disconnects needs no handling.
  server.on('error', () => {})
  return server
}

async function receive(
  store: Store,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw Object.assign(new Error('The message is too large'), { responseCode: 552 })
  await store.add(
    Buffer.concat(chunks),
    session.envelope.rcptTo.map(({ address }) => address),
  )
}
