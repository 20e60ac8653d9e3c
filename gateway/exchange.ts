import { randomUUID } from 'node:crypto'
import { detach } from '@/lib/expiring-map'
import { isUuid } from '@/lib/ids'
import type { RefusalCause } from '@/lib/oauth/errors'
import type { AfterResponse, Wire } from './wire/wire'

/** The names of the endpoints in metrics. */
export type EndpointName =
  | 'token'
  | 'account'
  | 'revoke'
  | 'introspect'
  | 'sandbox'
  | 'metadata'
  | 'health'
  | 'unknown'

/**
 * One request, its response, and the facts that meters count: these are copies, as meters keep them for longer. What an
 * endpoint reads of its request is passed from step to step.
 */
export type Exchange = {
  readonly wire: Wire
  readonly requestId: string
  /** `performance.now()` at arrival. */
  readonly arrivedAt: number
  /** The path as sent, never decoded or normalised. */
  readonly path: string
  /** The text after the question mark, as sent. Never logged. */
  readonly query: string
  /** The caller, for limits and the application's owner. */
  readonly address: string
  endpoint: EndpointName
  /** Of the response's head, each as `line` makes it. */
  extraLines: string
  /** What happens to the connection after the response. */
  afterwards: AfterResponse
  /** The client id as presented; empty until it is read. */
  clientId: string
  applicationId: string | null
  errorCode: string | null
  hint: RefusalCause | null
  msisdn: string | null
  minted: boolean | null
  /** An error response, for the application's owner. */
  errorResponse: { head: string; body: string } | null
}

/** Reads the request line and the headers that concern every endpoint. */
export function openExchange(wire: Wire, address: string): Exchange {
  const [path, query] = splitTarget(wire.target)
  return {
    wire,
    requestId: chooseRequestId(wire.header('x-request-id')),
    arrivedAt: performance.now(),
    path,
    query,
    address,
    endpoint: 'unknown',
    extraLines: '',
    afterwards: 'keep',
    clientId: '',
    applicationId: null,
    errorCode: null,
    hint: null,
    msisdn: null,
    minted: null,
    errorResponse: null,
  }
}

/** The ids of all `exchanges`, for a statement that serves them together. */
export function listRequestIds(exchanges: Exchange[]): string {
  return exchanges.map(({ requestId }) => requestId).join(' ')
}

/** Accepts the caller's id only if it is a lower-case UUID: anything else could inject text into logs. */
function chooseRequestId(given: string | undefined): string {
  return given !== undefined && isUuid(given) ? detach(given) : randomUUID()
}

/** Origin form, or absolute form without its authority (RFC 9112 §3.2.2: a server must accept it). */
function splitTarget(target: string): [string, string] {
  const origin = target[0] === '/' ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = origin.indexOf('?')
  return mark < 0 ? [origin, ''] : [origin.slice(0, mark), origin.slice(mark + 1)]
}

/**
 * The parameters of a query string: names decoded where they are ASCII, as all names are that we know; values as sent,
 * empty without an equals sign. Full decoding throws for each malformed escape, and thousands of exceptions for a query
 * of 16 kB, which anyone can send, would take a tenth of a second.
 */
export function splitQuery(query: string): [name: string, value: string][] {
  if (query === '') return []
  return query.split('&').map((piece) => {
    const equals = piece.indexOf('=')
    if (equals < 0) return [decodeName(piece), '']
    return [decodeName(piece.slice(0, equals)), piece.slice(equals + 1)]
  })
}

function decodeName(name: string): string {
  return name.replace(/%([0-7][0-9A-Fa-f])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
