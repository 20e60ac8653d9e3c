import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { unzipSync } from 'node:zlib'
import type { Logger } from 'pino'
import { portalSays } from '@/components/unavailable'
import type { AccessLog } from '@/lib/access-log'
import type { AddressReader } from '@/lib/addresses'
import { admitPipelined } from '@/lib/connection-end'
import type { Readiness } from '@/lib/health/readiness'
import { isStopping } from '@/lib/process'
import { accountMismatch, hadOutage, isSendersFault, withRequestContext } from '@/lib/request-context'
import { findUploadRoute, uploadRoutes } from '@/lib/uploads'
import { createAdmission, hasBody, methodsOf, type Refusal } from './admission'
import { respondToBroken } from './broken-request'
import { bufferResponse, gatherPieces, type Replacement } from './buffer-response'
import type { DatabaseProbe } from './database-probe'
import { isStatic, openPortalExchange, type PortalExchange } from './exchange'
import { type BodyCopy, copyBody, readForm, type SubmittedForm, watchHiddenFields } from './read-form'
import {
  accountMismatchPage,
  describeUnavailable,
  findWords,
  outagePage,
  sessionExpiredPage,
  standaloneContent,
  standalonePage,
} from './standalone-page'

export type PortalOptions = {
  database: Pick<DatabaseProbe, 'isReachable' | 'readiness'>
  readAddress: AddressReader
  logger: Logger
  accessLog?: AccessLog
  /** Renders pages: Next's request handler. */
  render: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** milliseconds in which a form has to arrive */
  arrival?: number
  /** Whether a page or a handler has this path. */
  isKnown?: (pathname: string) => boolean
}

const html = 'text/html; charset=utf-8'
/**
 * Milliseconds. Idle connections are kept longer than proxies keep theirs: only the side that sends requests knows when
 * none is on its way. A head has to arrive within 30 s; a connection without traffic for two minutes is closed. A whole
 * request may take as long as the largest upload, which its own route cuts when it stalls (admission.ts has
 * each limit).
 */
const timeouts = {
  keepAliveTimeout: 130_000,
  headersTimeout: 30_000,
  requestTimeout: uploadRoutes.application.deadlineMs,
}
const idleTimeout = 120_000
const maxConnections = 2000
/** Milliseconds. */
const discardTimeout = 5000

/**
 * The HTTP server around Next: health, the rules that need no page, and what a page can't do itself. It decides nothing
 * about sessions: each page and action checks its own.
 */
export function createPortalServer(options: PortalOptions): Server {
  const admission = createAdmission(options)
  // We check the host ourselves, as Node's own response is empty.
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 5000, requireHostHeader: false })
  server.maxConnections = maxConnections
  server.setTimeout(idleTimeout)
  const receive = (
    request: IncomingMessage,
    response: ServerResponse,
    proceed: (() => void) | null = () => {},
  ) => {
    // A caller that disconnects is not an error of the portal, whichever part writes to it next.
    request.on('error', () => {})
    response.on('error', () => {})
    if (!admitPipelined(request, response)) return
    gatherPieces(request)
    const exchange = openPortalExchange(request, response, options.readAddress)
    if (isStopping()) response.setHeader('Connection', 'close')
    endUpload(request, response)
    if (options.accessLog) noteAccess(exchange, options.accessLog)
    const process = () => {
      const answered = respondToHealth(exchange, options.database)
      if (answered) return void answered.catch((error) => fail(exchange, options.logger, error))
      if (!hasHost(request)) {
        response.setHeader('Connection', 'close')
        return send(exchange, malformed(exchange))
      }
      if (!proceed) {
        response.setHeader('Connection', 'close')
        return send(exchange, malformed(exchange, 417))
      }
      const refusal = admission.refuse(exchange)
      if (refusal) return send(exchange, refusal)
      proceed()
      serve(exchange, options).catch((error) => fail(exchange, options.logger, error))
    }
    const isCut = () => request.destroyed && !request.complete
    const hiddenFields = isForm(exchange) ? watchHiddenFields(request) : undefined
    withRequestContext(exchange.requestId, process, { parsed: isParsed(request), isCut, hiddenFields })
  }
  server.on('request', (request, response) => receive(request, response))
  // The body is requested only once the request is admitted (RFC 9110 §10.1.1).
  server.on('checkContinue', (request, response) =>
    receive(request, response, () => response.writeContinue()),
  )
  // An expectation that no one knows (RFC 9110 §10.1.1). Node's own response would be neither logged nor counted.
  server.on('checkExpectation', (request, response) => receive(request, response, null))
  server.on('clientError', respondToBroken)
  return server
}

/** RFC 9112 §3.2: one, which HTTP/1.0 may leave out. */
function hasHost({ headersDistinct: { host = [] }, httpVersion }: IncomingMessage): boolean {
  return host.length === 1 || (host.length === 0 && httpVersion === '1.0')
}

async function serve(exchange: PortalExchange, options: PortalOptions): Promise<void> {
  const { request, response, pathname } = exchange
  if (!isStatic(pathname) && !(await options.database.isReachable()))
    return sendOutage(exchange, options.logger)
  const posted = request.method === 'POST' && !isScripted(request) ? copyBody(request) : null
  bufferResponse(
    response,
    (buffered) => describeUnsent(exchange, posted) ?? chooseReplacement(exchange, posted, buffered, options),
  )
  await options.render(request, response)
}

/** Instead of a redirect that would lose what was typed into a form without a script. */
function describeUnsent(exchange: PortalExchange, posted: BodyCopy | null): Promise<Replacement> | null {
  const next = String(exchange.response.getHeader('location') ?? '')
  if (!posted || exchange.response.statusCode !== 303 || !/[?&]unsent=1/.test(next)) return null
  // RouteForm goes there; no browser does, by this status.
  return posted().then((form) => ({
    status: 401,
    type: html,
    body: sessionExpiredPage(exchange, form, next),
  }))
}

/**
 * Replaces Next's own words for a form of another build, for what it could not read, for a method that a file does not
 * have, and for what failed because of the database (instrumentation.ts); and fills a document that Next leaves empty.
 */
function chooseReplacement(
  exchange: PortalExchange,
  posted: BodyCopy | null,
  buffered: Promise<Buffer>,
  { database, logger }: PortalOptions,
): Promise<Replacement | null> | null {
  const { request, response } = exchange
  const { statusCode } = response
  if (response.hasHeader('x-nextjs-action-not-found') && !isScripted(request))
    return Promise.resolve(
      statusCode === 400 ? malformed(exchange) : { status: 409, type: html, body: versionSkewPage(exchange) },
    )
  // A handler answers OPTIONS by itself; a page cannot.
  if (request.method === 'OPTIONS' && statusCode === 400) return Promise.resolve(pageOptions)
  // RFC 9110 §15.5.6: Next refuses a method that a handler does not have, and names none.
  if (statusCode === 405 && !response.hasHeader('Allow'))
    response.setHeader('Allow', methodsOf(exchange.pathname).join(', '))
  if (statusCode === 403 || statusCode === 404) return fillEmptyDocument(exchange, buffered)
  if (statusCode !== 500) return null
  // Of a file, for which Next then fails to find its page "405".
  if (response.hasHeader('Allow')) return Promise.resolve(wrongMethod)
  const email = accountMismatch()
  if (email) return refuseOther(exchange, posted, email)
  if (isSendersFault()) return Promise.resolve(malformed(exchange))
  return database
    .isReachable()
    .then(async (reachable) =>
      reachable && !hadOutage()
        ? fillEmptyDocument(exchange, buffered)
        : describeOutage(exchange, logger, (await posted?.()) ?? null),
    )
}

async function sendOutage(exchange: PortalExchange, logger: Logger): Promise<void> {
  const { request } = exchange
  const { status, type, body, headers } = describeOutage(
    exchange,
    logger,
    isForm(exchange) && !isScripted(request) ? await readForm(request) : null,
  )
  send(exchange, { status, type, body, headers })
}

function describeOutage(exchange: PortalExchange, logger: Logger, form: SubmittedForm | null): Replacement {
  logger.error({ method: exchange.request.method }, 'the database is away: responded 503')
  const headers = { 'Retry-After': '5', 'Cache-Control': 'no-store' }
  // The exact type with which Next's script passes the text on as the error's message.
  if (isScripted(exchange.request))
    return { status: 503, type: 'text/plain', body: portalSays + describeUnavailable(exchange), headers }
  if (ofPrograms.test(exchange.pathname))
    return { status: 503, type: 'application/problem+json', body: outageProblem(exchange), headers }
  return { status: 503, type: html, body: outagePage(exchange, form), headers }
}

/** What is called with a personal access key. */
const ofPrograms = /^\/(mcp$|api\/(?!auth\/))/

/** RFC 9457. */
function outageProblem({ requestId }: PortalExchange): string {
  const instance = `urn:uuid:${requestId}`
  const detail = 'The service is temporarily unavailable. Try again after the seconds in Retry-After.'
  const title = 'Service Unavailable'
  return JSON.stringify({ type: 'about:blank', title, status: 503, detail, instance, code: 'unavailable' })
}

const wrongMethod: Replacement = {
  status: 405,
  type: 'text/plain',
  body: 'Method Not Allowed',
  headers: { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' },
}

const pageOptions: Replacement = {
  status: 204,
  type: html,
  body: '',
  headers: { Allow: 'GET, HEAD, POST, OPTIONS', 'Cache-Control': 'no-store' },
}

/** The response to a form that was rendered for someone else than who is signed in now, with what was typed. */
async function refuseOther(
  exchange: PortalExchange,
  posted: BodyCopy | null,
  email: string,
): Promise<Replacement> {
  const says = findWords(exchange).words('errors.other.body', { email })
  const headers = { 'Cache-Control': 'no-store' }
  if (isScripted(exchange.request))
    return { status: 409, type: 'text/plain', body: portalSays + says, headers }
  return {
    status: 409,
    type: html,
    body: accountMismatchPage(exchange, (await posted?.()) ?? null, says),
    headers,
  }
}

/** The response to what Next could not read. */
function malformed(exchange: PortalExchange, status = 400): Replacement {
  const headers = { 'Cache-Control': 'no-store' }
  if (isScripted(exchange.request))
    return { status, type: 'text/plain', body: portalSays + describeMalformed(exchange), headers }
  return { status, type: html, body: malformedPage(exchange, status), headers }
}

/**
 * Whether Next parses more of a request than its URL and cookies: a body, which is missing where its type says that it
 * is a form, or the headers of its router, or those that ask for a part or a version of a file.
 */
function isParsed({ headers }: IncomingMessage): boolean {
  const parsed = /^(content-type$|next-|rsc$|range$|if-)/
  return hasBody(headers) || Object.keys(headers).some((name) => parsed.test(name))
}

/** Whether what is posted is read as a form at once, and not as files while they arrive. */
function isForm({ request, pathname }: PortalExchange): boolean {
  return request.method === 'POST' && !findUploadRoute(pathname)?.streamed
}

/** Next's script sends forms with this header, and shows errors by itself (components/failure.tsx). */
function isScripted({ headers }: IncomingMessage): boolean {
  return headers['next-action'] !== undefined
}

function send(
  { request, response }: PortalExchange,
  { status, body, type = html, headers = {} }: Refusal,
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function noteAccess(
  { request, response, requestId, pathname, address }: PortalExchange,
  log: AccessLog,
): void {
  const start = performance.now()
  const { method = 'GET' } = request
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : null
    log({ requestId, method, path: pathname, status, ms: performance.now() - start, address })
  })
}

/**
 * After the response, the rest of a body is not needed. It is discarded for a while, as browsers show no response
 * before they have sent everything, but not for as long as a caller likes.
 */
function endUpload(request: IncomingMessage, response: ServerResponse): void {
  // A request that its reader destroyed, as Next does with a form that is too large, no longer has a socket.
  const { socket } = request
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => socket.destroy(), discardTimeout)
    const stop = () => {
      clearTimeout(timer)
      request.off('end', stop)
      // The connection may go on, with as many uploads as its caller likes.
      socket.off('close', stop)
    }
    request.once('end', stop)
    socket.once('close', stop)
  })
}

function fail(exchange: PortalExchange, logger: Logger, error: unknown): void {
  const { request, response } = exchange
  if (isSendersFault() && !response.headersSent) {
    send(exchange, malformed(exchange))
    return
  }
  logger.error({ err: error, method: request.method }, 'a request failed outside its page')
  if (!response.headersSent) response.writeHead(500)
  response.end()
}

/**
 * Next responds to a form that the running version no longer has with two words of plain text, which is all that people
 * without scripts would see: they get this page instead.
 */
export function versionSkewPage(exchange: PortalExchange): string {
  return standalonePage(exchange, (t) => ({
    title: t('failures.stale.title'),
    kicker: `409 · ${t('failures.stale.kicker')}`,
    body: `<p>${t('failures.stale.body')}</p>\n<p>${t('failures.stale.keep')}</p>\n<p><a class="button" href="">${t('failures.stale.open')}</a></p>`,
  }))
}

/** The response to a request that could not be read: a broken form, or headers that no browser sends. */
export function malformedPage(exchange: PortalExchange, status = 400): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.malformed.title'),
    kicker: `${status} · ${t('errors.malformed.kicker')}`,
    body: `<p>${t('errors.malformed.body')}</p>\n<p><a href="">${t('errors.malformed.open')}</a></p>`,
  }))
}

/** The same as one sentence, for the script that sends a form. */
export function describeMalformed(exchange: PortalExchange): string {
  return findWords(exchange).words('errors.malformed.body')
}

type Outcome = Readiness | { ready: false; reason: 'stopping' }

const probes: Record<string, (database: Pick<DatabaseProbe, 'readiness'>) => Promise<Outcome>> = {
  /** Alive: this process responds. */
  '/healthz': async () => ({ ready: true }),
  /** Ready: the database has all migrations of this version, and the process is not stopping. */
  '/readyz': async (database) =>
    isStopping() ? { ready: false, reason: 'stopping' } : await database.readiness(),
}

/** Responds to probes. @returns null for every other path */
function respondToHealth(
  { request, response, pathname }: PortalExchange,
  database: Pick<DatabaseProbe, 'readiness'>,
): Promise<void> | null {
  const check = probes[pathname]
  if (!check) return null
  response.setHeader('Cache-Control', 'no-store')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD', Connection: 'close' }).end()
    return Promise.resolve()
  }
  return check(database).then((readiness) => {
    const status = readiness.ready ? { status: 'ready' } : { status: 'unavailable', reason: readiness.reason }
    response.writeHead(readiness.ready ? 200 : 503, { 'Content-Type': 'application/json' })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(status))
  })
}

const root = '<html id="__next_error__"'

/**
 * Next leaves a page that refuses or fails to its script, in a document without a language or any content. It gets the
 * reader's language, and what a browser without a script shows.
 * @param buffered the body, once Next has written all of it
 * @returns null if this is another response
 */
async function fillEmptyDocument(
  exchange: PortalExchange,
  buffered: Promise<Buffer>,
): Promise<Replacement | null> {
  const { response, requestId } = exchange
  const body = await buffered
  const status = response.statusCode
  const type = String(response.getHeader('content-type'))
  if (!type.startsWith('text/html')) return null
  const document = String(response.hasHeader('content-encoding') ? unzipSync(body) : body)
  if (!document.includes(root)) return null
  const area = status === 403 ? 'errors.forbidden' : status === 404 ? 'errors.notFound' : 'failures.failure'
  const { language, content } = standaloneContent(exchange, (t) => ({
    title: t(`${area}.title`),
    kicker: `${status} · ${t(`${area}.kicker`)}`,
    // Who is signed in, which its sentence names, is not known here.
    body: `${area === 'errors.forbidden' ? '' : `<p>${t(`${area}.body`)}</p>`}
<p>${t('failures.reference')} <code>${requestId}</code></p>
<p><a class="button" href="/">${t('failures.home')}</a></p>`,
  }))
  const filled = document
    .replace(root, `${root} ${language}`)
    .replace('<body>', () => `<body><noscript>${content}</noscript>`)
  return { status, type, body: filled }
}
