import type { IncomingMessage } from 'node:http'
import { isSameOrigin } from '@/app/_request/same-origin'
import { unavailable } from '@/components/unavailable'
import { limitKey } from '@/lib/caller-address'
import { crossSitePage } from './cross-site-page'
import { tooLargePage } from './too-large-page'
import type { Visit } from './visit'

/** Bytes of a form. */
export const formLimit = 524_288
/**
 * Bytes of the form that carries a logo, so that a file which is too large is refused next to its field. next.config.mjs
 * gives Next the same limit for forms that do not declare their length.
 */
const logoFormLimit = 4 * formLimit
/**
 * Forms in progress at a time: per address (of IPv6, per /64), and in all. One that may hold more than {@link formLimit}
 * counts as several.
 */
const maxFromOne = 32
const maxInAll = 256
/** Milliseconds in which a form has to arrive. Documents are not forms in this sense: their route streams them. */
const arrivalMs = 30_000

/** A response instead of the page. `body` is HTML unless `type` is given. */
export type Refusal = { status: number; body: string; type?: string; headers?: Record<string, string> }

export type Admission = {
  /** Decides from the head of a request alone, before a byte of its body is read; null admits it. */
  refuse(visit: Visit): Refusal | null
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const safe = ['GET', 'HEAD', 'OPTIONS']
const logoForm = '/administration/identity'
/** Requests of servers, which have no origin: they prove by a signature who they are. */
const fromServers = ['/oidc/back-channel-logout']
const uploads = /^\/(applications\/[^/]+\/validation\/documents|administration\/accounts\/upload)$/

/** The rules of one server, which counts the forms in progress. */
export function createAdmission({ arrival = arrivalMs } = {}): Admission {
  const underWay = new Map<string, number>()
  let all = 0

  function watch(request: IncomingMessage, source: string, places: number): void {
    const timer = setTimeout(() => request.destroy(), arrival)
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
      if (refusal || !hasBody(visit.request) || uploads.test(visit.pathname)) return refusal
      const source = limitKey(visit.address)
      const places = placesOf(visit.request)
      if (all + places > maxInAll || (underWay.get(source) ?? 0) + places > maxFromOne) return busy()
      watch(visit.request, source, places)
      return null
    },
  }
}

function refuseHead(visit: Visit): Refusal | null {
  const { method = '', headers } = visit.request
  if (!methods.includes(method)) return { status: 405, body: '', headers: { Allow: methods.join(', ') } }
  if (safe.includes(method)) return null
  // A request that another site made a browser send may change nothing, whatever its URL.
  const isOwn = isSameOrigin(headers.origin ?? null, headers['sec-fetch-site']?.toString() ?? null)
  if (!isOwn && !fromServers.includes(visit.pathname)) return { status: 403, body: crossSitePage(visit) }
  const action = headers['next-action']
  if (action !== undefined && !/^[0-9a-f]{40,42}$/.test(action.toString()))
    return { status: 400, body: 'Malformed action.', type: 'text/plain' }
  const limit = visit.pathname === logoForm ? logoFormLimit : formLimit
  if (Number(headers['content-length'] ?? 0) > limit && !uploads.test(visit.pathname))
    return { status: 413, body: tooLargePage(visit) }
  return null
}

/** How many forms of {@link formLimit} this one may hold. */
function placesOf({ headers }: IncomingMessage): number {
  const bytes = Number(headers['content-length'] ?? logoFormLimit)
  return Math.max(1, Math.ceil(bytes / formLimit))
}

function busy(): Refusal {
  return { status: 503, body: unavailable, type: 'text/plain', headers: { 'Retry-After': '5' } }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
