import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { formatBytes } from '@/components/format'
import { portalSays } from '@/components/unavailable'
import { limitKey } from '@/lib/addresses'
import { getSettings } from '@/lib/env'
import { escapeHtml } from '@/lib/html'
import { findUploadRoute, formLimits, uploadRoutes } from '@/lib/uploads'
import { respondTooSlow } from './broken-request'
import type { PortalExchange } from './exchange'
import { findWords, standalonePage } from './standalone-page'

/**
 * Places for forms in progress, and as many for uploads: per address (of IPv6, per /64), and in all. One is half a
 * mebibyte, so that a form that may be larger takes several, as does the piece of an upload that is in memory.
 */
const maxFromOne = 32
const maxInAll = 256
const placesOfUpload = 2

/** A response instead of the page. `body` is HTML unless `type` is given. */
export type Refusal = { status: number; body: string; type?: string; headers?: Record<string, string> }

export type Admission = {
  /** Decides from the head of a request alone, before a byte of its body is read; null admits it. */
  refuse(exchange: PortalExchange): Refusal | null
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const safe = ['GET', 'HEAD', 'OPTIONS']
/** Requests of servers, which have no origin: they prove by a signature who they are. */
const fromServers = ['/oidc/back-channel-logout']

/**
 * The methods of a handler, whose own list Next does not tell; a test compares them with the handlers that there are.
 */
export function methodsOf(pathname: string): string[] {
  if (findUploadRoute(pathname)?.streamed || ['/mcp', '/oidc/link', ...fromServers].includes(pathname))
    return ['POST', 'OPTIONS']
  return ['GET', 'HEAD', ...(pathname === '/commands' ? ['POST'] : []), 'OPTIONS']
}

/**
 * The rules of one server, which counts the forms in progress.
 * @param arrival milliseconds in which a form has to arrive
 * @param isKnown whether a page or a handler has this path
 */
export function createAdmission({
  arrival = formLimits.deadlineMs,
  isKnown = () => true,
}: {
  arrival?: number
  isKnown?: (pathname: string) => boolean
} = {}): Admission {
  const forms = createPlaces()
  // An upload may take half an hour, which no form has to wait for.
  const uploads = createPlaces()

  return {
    refuse(exchange) {
      const { request, response } = exchange
      const refusal = refuseHead(exchange, isKnown)
      if (refusal || !hasBody(request.headers)) return refusal
      const route = findUploadRoute(exchange.pathname)
      const source = limitKey(exchange.address)
      const leave = route?.streamed ? uploads(source, placesOfUpload) : forms(source, placesOf(request))
      if (!leave) return busy(exchange)
      const timer = setTimeout(() => respondTooSlow(request, response), route?.deadlineMs ?? arrival)
      const arrived = () => {
        request.off('end', arrived).off('close', arrived)
        response.off('finish', arrived)
        clearTimeout(timer)
        leave()
      }
      request.once('end', arrived).once('close', arrived)
      response.once('finish', arrived)
      return null
    },
  }
}

/** @returns takes places, and gives a function that frees them; null if there are not enough */
function createPlaces(): (source: string, places: number) => (() => void) | null {
  const taken = new Map<string, number>()
  let all = 0

  return (source, places) => {
    const own = taken.get(source) ?? 0
    if (all + places > maxInAll || own + places > maxFromOne) return null
    all += places
    taken.set(source, own + places)
    return () => {
      all -= places
      const left = (taken.get(source) ?? 0) - places
      if (left > 0) taken.set(source, left)
      else taken.delete(source)
    }
  }
}

function refuseHead(exchange: PortalExchange, isKnown: (pathname: string) => boolean): Refusal | null {
  const { method = '', headers } = exchange.request
  if (!methods.includes(method)) return { status: 405, body: '', headers: { Allow: methods.join(', ') } }
  if (safe.includes(method)) return null
  const route = findUploadRoute(exchange.pathname)
  // A request that another site made a browser send may change nothing, whatever its URL.
  const [origin, fetchSite] = [headers.origin ?? null, headers['sec-fetch-site']?.toString() ?? null]
  const isOwn = isSameOrigin(origin, fetchSite)
  const fromProgram = route?.program && (origin ?? fetchSite) === null && !isForm(headers)
  if (route?.program) return isOwn || fromProgram ? refuseLarge(exchange) : foreign
  // A program that guesses URLs learns that there is nothing, not where forms may come from.
  if ((origin ?? fetchSite) === null && !isKnown(exchange.pathname)) return missing(exchange)
  if (!isOwn && !fromServers.includes(exchange.pathname))
    return { status: 403, body: crossSitePage(exchange) }
  // Next itself knows `Origin` only.
  if (isOwn) headers.origin = new URL(getSettings().PORTAL_URL).origin
  const action = headers['next-action']
  if (action !== undefined && !/^[0-9a-f]{40,42}$/.test(action.toString()))
    return { status: 400, body: 'Malformed action.', type: 'text/plain' }
  return refuseLarge(exchange)
}

/** A browser on another site, with whatever key its page has. */
const foreign: Refusal = { status: 403, body: '{"error":"Foreign Origin."}', type: 'application/json' }

/** Whether Next would look for an action in it, at whatever URL; no program sends such a request. */
function isForm(headers: IncomingHttpHeaders): boolean {
  return headers['next-action'] !== undefined || /^multipart|urlencoded/.test(headers['content-type'] ?? '')
}

function missing(exchange: PortalExchange): Refusal {
  if (!/json/.test(exchange.request.headers['content-type'] ?? ''))
    return { status: 404, body: notFoundPage(exchange) }
  return { status: 404, body: notFoundProblem(exchange), type: 'application/problem+json' }
}

function refuseLarge(exchange: PortalExchange): Refusal | null {
  const { headers } = exchange.request
  const { maxBytes, program } = findUploadRoute(exchange.pathname) ?? { ...formLimits, program: undefined }
  if (Number(headers['content-length'] ?? 0) <= maxBytes) return null
  if (headers['next-action'] !== undefined)
    return { status: 413, body: portalSays + describeTooLarge(exchange), type: 'text/plain' }
  if (!program && headers.accept !== 'application/json') return { status: 413, body: tooLargePage(exchange) }
  const body = JSON.stringify({ error: describeTooLarge(exchange) })
  return { status: 413, body, type: 'application/json' }
}

/** How many of the usual forms this one may hold; without a length, as many as the largest. */
function placesOf({ headers }: IncomingMessage): number {
  const bytes = Number(headers['content-length'] ?? uploadRoutes.branding.maxBytes)
  return Math.max(1, Math.ceil(bytes / formLimits.maxBytes))
}

function busy(exchange: PortalExchange): Refusal {
  const scripted = exchange.request.headers['next-action'] !== undefined
  const words = findWords(exchange).words('errors.busy')
  const headers = { 'Retry-After': '5' }
  return scripted
    ? { status: 503, body: portalSays + words, type: 'text/plain', headers }
    : { status: 503, body: words, type: 'text/plain; charset=utf-8', headers }
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

/** The response to a program at a URL that nothing has, such as one that guesses where to register. */
function notFoundPage(exchange: PortalExchange): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.notFound.title'),
    kicker: `404 · ${t('errors.notFound.kicker')}`,
    body: `<p>${t('errors.notFound.body')}</p>`,
  }))
}

/** The same for one that sent JSON (RFC 9457). */
function notFoundProblem(exchange: PortalExchange): string {
  const title = findWords(exchange).words('errors.notFound.title')
  return JSON.stringify({ type: 'about:blank', title, status: 404, code: 'not_found' })
}

/**
 * The response to a form from another origin, including a copy of the portal's own page at a wrong host name, or to one
 * that does not say where it comes from.
 */
export function crossSitePage(exchange: PortalExchange): string {
  const portal = getSettings().PORTAL_URL
  const { headers } = exchange.request
  const isUnknown = isHidden(headers.origin) && headers['sec-fetch-site'] === undefined
  return standalonePage(exchange, (t) => ({
    title: isUnknown ? t('errors.foreign.unknownTitle') : t('errors.foreign.title'),
    kicker: `403 · ${t('errors.foreign.kicker')}`,
    body: `<p>${isUnknown ? t('errors.foreign.unknownBody') : t('errors.foreign.body')}</p>
<p>${t('failures.reference')} <code>${exchange.requestId}</code></p>
<p><a class="button" href="${portal}${escapeHtml(exchange.path)}">${t('errors.foreign.open', { host: new URL(portal).host })}</a></p>`,
  }))
}

/**
 * Whether a post comes from the portal's own pages. Browsers send `Origin` with it (Fetch standard, "append a request
 * Origin header"), or `null` where a setting hides it; `Sec-Fetch-Site` then says the same, and no page can set it.
 */
export function isSameOrigin(origin: string | null, fetchSite: string | null): boolean {
  if (fetchSite !== null && fetchSite !== 'same-origin') return false
  if (isHidden(origin)) return fetchSite !== null
  return origin === new URL(getSettings().PORTAL_URL).origin
}

/** Whether a request does not say where it comes from. */
function isHidden(origin: string | null | undefined): boolean {
  return origin === null || origin === undefined || origin === 'null'
}

/** The response to a form, or to files, larger than their route takes. */
export function tooLargePage(exchange: PortalExchange): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.tooLarge.title'),
    kicker: `413 · ${t('errors.tooLarge.kicker')}`,
    body: `<p>${describeTooLarge(exchange)}</p>`,
  }))
}

/** The same as one sentence, for the script that sends a file. */
export function describeTooLarge(exchange: PortalExchange): string {
  const { locale, words } = findWords(exchange)
  const route = findUploadRoute(exchange.pathname)
  return route
    ? words('errors.tooLarge.files', { limit: formatBytes(route.maxBytes, locale) })
    : words('errors.tooLarge.body')
}
