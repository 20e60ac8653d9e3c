import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isUuid } from '@/lib/ids'

/** What the metrics call the endpoints. */
export type EndpointName = 'token' | 'account' | 'revoke' | 'introspect' | 'metadata' | 'health' | 'unknown'

/** One request, its response, and what the meters will want to know of it. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** `performance.now()` at arrival. */
  arrivedAt: number
  /** The path as sent, never decoded or normalised. */
  path: string
  /** What follows the question mark, as sent. Never logged. */
  query: string
  endpoint: EndpointName
  /** The caller, for limits and the application's owner. */
  address: string
  /** Names and values in turn, for the response. */
  extraHeaders: string[]
  /** The rest of the request is thrown away and the connection closed. */
  closes: boolean
  /** The client id as presented, empty before that. */
  clientId: string
  applicationId: string | null
  errorCode: string | null
  hint: string | null
  msisdn: string | null
  minted: boolean | null
}

/** Reads the request line and the headers that concern every endpoint. */
export function openExchange(request: IncomingMessage, response: ServerResponse, address: string): Exchange {
  const [path, query] = splitTarget(request.url as string)
  return {
    request,
    response,
    requestId: chooseRequestId(request.headers['x-request-id']),
    arrivedAt: performance.now(),
    path,
    query,
    endpoint: 'unknown',
    address,
    extraHeaders: [],
    closes: false,
    clientId: '',
    applicationId: null,
    errorCode: null,
    hint: null,
    msisdn: null,
    minted: null,
  }
}

/** How many lines of the request carry this header; Node keeps only the first of some (RFC 9110 §5.3). */
export function countHeaderLines(request: IncomingMessage, name: string): number {
  const { rawHeaders } = request
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] as string
    if (line.length === name.length && line.toLowerCase() === name) count++
  }
  return count
}

/** The caller's id only if it is a lower-case UUID: anything else could carry text into logs. */
function chooseRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && isUuid(given) ? given : randomUUID()
}

/** Origin form, or absolute form without its authority (RFC 9112 §3.2.2: a server must accept it). */
function splitTarget(target: string): [string, string] {
  const origin = target[0] === '/' ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = origin.indexOf('?')
  return mark < 0 ? [origin, ''] : [origin.slice(0, mark), origin.slice(mark + 1)]
}
