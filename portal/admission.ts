import type { IncomingMessage } from 'node:http'
import { isSameOrigin } from '@/app/_request/same-origin'
import { unavailable } from '@/components/unavailable'
import { limitKey } from '@/lib/caller-address'
import { crossSitePage } from './cross-site-page'
import { tooLargePage } from './too-large-page'
import type { Visit } from './visit'

/** Bytes of a form; next.config.mjs gives Next the same limit for forms that do not declare their length. */
export const formLimit = 524_288
/** Forms in progress at a time: per address (of IPv6, per /64), and in all. Each holds {@link formLimit} at most. */
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
const uploads = /^\/applications\/[^/]+\/validation\/documents$/

/** The rules of one server, which counts the forms in progress. */
export function createAdmission({ arrival = arrivalMs } = {}): Admission {
  const underWay = new Map<string, number>()
  let all = 0

  function watch(request: IncomingMessage, source: string): void {
    const timer = setTimeout(() => request.destroy(), arrival)
    all++
    underWay.set(source, (underWay.get(source) ?? 0) + 1)
    const arrived = () => {
      request.off('end', arrived).off('close', arrived)
      clearTimeout(timer)
      all--
      const left = (underWay.get(source) ?? 1) - 1
      if (left === 0) underWay.delete(source)
      else underWay.set(source, left)
    }
    request.once('end', arrived).once('close', arrived)
  }

  return {
    refuse(visit) {
      const refusal = refuseHead(visit)
      if (refusal || !hasBody(visit.request) || uploads.test(visit.pathname)) return refusal
      const source = limitKey(visit.address)
      if (all >= maxInAll || (underWay.get(source) ?? 0) >= maxFromOne) return busy()
      watch(visit.request, source)
      return null
    },
  }
}

function refuseHead(visit: Visit): Refusal | null {
  const { method = '', headers } = visit.request
  if (!methods.includes(method)) return { status: 405, body: '', headers: { Allow: methods.join(', ') } }
  if (safe.includes(method)) return null
  // A request that another site made a browser send may change nothing, whatever its URL.
  if (!isSameOrigin(headers.origin ?? null, headers['sec-fetch-site']?.toString() ?? null))
    return { status: 403, body: crossSitePage(visit) }
  const action = headers['next-action']
  if (action !== undefined && !/^[0-9a-f]{40,42}$/.test(action.toString()))
    return { status: 400, body: 'Malformed action.', type: 'text/plain' }
  if (Number(headers['content-length'] ?? 0) > formLimit && !uploads.test(visit.pathname))
    return { status: 413, body: tooLargePage(visit) }
  return null
}

function busy(): Refusal {
  return { status: 503, body: unavailable, type: 'text/plain', headers: { 'Retry-After': '5' } }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
