import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isSameOrigin } from '@/app/_request/same-origin'
import { unavailable } from '@/components/unavailable'
import { limitKey } from '@/lib/caller-address'
import { getSettings } from '@/lib/env'
import { findUploadRoute, formLimits, uploadRoutes } from '@/lib/uploads'
import { crossSitePage } from './cross-site-page'
import { describeTooLarge, tooLargePage } from './too-large-page'
import type { Visit } from './visit'

/**
 * Forms in progress at a time: per address (of IPv6, per /64), and in all. One that may be larger than most counts as
 * several. What a route streams is not held in memory, and not counted.
 */
const maxFromOne = 32
const maxInAll = 256

/** A response instead of the page. `body` is HTML unless `type` is given. */
export type Refusal = { status: number; body: string; type?: string; headers?: Record<string, string> }

export type Admission = {
  /** Decides from the head of a request alone, before a byte of its body is read; null admits it. */
  refuse(visit: Visit): Refusal | null
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const safe = ['GET', 'HEAD', 'OPTIONS']
/** Requests of servers, which have no origin: they prove by a signature who they are. */
const fromServers = ['/oidc/back-channel-logout']

/**
 * The rules of one server, which counts the forms in progress.
 * @param arrival milliseconds in which a form has to arrive
 */
export function createAdmission({ arrival = formLimits.deadlineMs } = {}): Admission {
  const underWay = new Map<string, number>()
  let all = 0

  function watch(request: IncomingMessage, source: string, places: number, deadlineMs: number): void {
    const timer = setTimeout(() => request.destroy(), deadlineMs)
    all += places
    underWay.set(source, (underWay.get(source) ?? 0) + places)
    const arrived = () => {
      request.off('end', arrived).off('close', arrived)
      clearTimeout(timer)
      all -= places
      const left = (underWay.get(source) ?? 0) - places
      if (left <= 0) underWay.delete(source)
      else underWay.set(source, left)
    }
    request.once('end', arrived).once('close', arrived)
  }

  return {
    refuse(visit) {
      const refusal = refuseHead(visit)
      if (refusal || !hasBody(visit.request.headers)) return refusal
      const source = limitKey(visit.address)
      const route = findUploadRoute(visit.pathname)
      const places = route?.streamed ? 0 : placesOf(visit.request)
      if (all + places > maxInAll || (underWay.get(source) ?? 0) + places > maxFromOne) return busy()
      watch(visit.request, source, places, route?.deadlineMs ?? arrival)
      return null
    },
  }
}

function refuseHead(visit: Visit): Refusal | null {
  const { method = '', headers } = visit.request
  if (!methods.includes(method)) return { status: 405, body: '', headers: { Allow: methods.join(', ') } }
  if (safe.includes(method)) return null
  const route = findUploadRoute(visit.pathname)
  // A request that another site made a browser send may change nothing, whatever its URL.
  const [origin, fetchSite] = [headers.origin ?? null, headers['sec-fetch-site']?.toString() ?? null]
  const isOwn = isSameOrigin(origin, fetchSite)
  if (route?.program) return isOwn || (origin ?? fetchSite) === null ? refuseLarge(visit) : foreign
  if (!isOwn && !fromServers.includes(visit.pathname)) return { status: 403, body: crossSitePage(visit) }
  // Next itself knows `Origin` only.
  if (isOwn) headers.origin = new URL(getSettings().PORTAL_URL).origin
  const action = headers['next-action']
  if (action !== undefined && !/^[0-9a-f]{40,42}$/.test(action.toString()))
    return { status: 400, body: 'Malformed action.', type: 'text/plain' }
  return refuseLarge(visit)
}

/** A browser on another site, with whatever key its page has. */
const foreign: Refusal = { status: 403, body: '{"error":"Foreign Origin."}', type: 'application/json' }

function refuseLarge(visit: Visit): Refusal | null {
  const { headers } = visit.request
  const { maxBytes, program } = findUploadRoute(visit.pathname) ?? { ...formLimits, program: undefined }
  if (Number(headers['content-length'] ?? 0) <= maxBytes) return null
  if (!program && headers.accept !== 'application/json') return { status: 413, body: tooLargePage(visit) }
  const body = JSON.stringify({ error: describeTooLarge(visit) })
  return { status: 413, body, type: 'application/json' }
}

/** How many of the usual forms this one may hold; without a length, as many as the largest. */
function placesOf({ headers }: IncomingMessage): number {
  const bytes = Number(headers['content-length'] ?? uploadRoutes.branding.maxBytes)
  return Math.max(1, Math.ceil(bytes / formLimits.maxBytes))
}

function busy(): Refusal {
  return { status: 503, body: unavailable, type: 'text/plain', headers: { 'Retry-After': '5' } }
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
