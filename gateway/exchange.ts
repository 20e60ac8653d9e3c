import { randomUUID } from 'node:crypto'
import { detach } from '@/lib/expiring-map'
import { isUuid } from '@/lib/ids'
import type { BasicCredentials } from '@/lib/oauth/basic'
import type { AuthenticatedClient } from '@/lib/oauth/client-authentication'
import type { RefusalCause } from '@/lib/oauth/errors'
import type { Parameters } from '@/lib/oauth/form'
import type { ParameterError } from '@/lib/problems'
import type { Bearer } from '@/lib/tokens/queries'
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

/** A form as it arrived, and the credentials of its `Authorization` header. */
type ClientForm = { parameters: Parameters; basic: BasicCredentials | null }

/** An authenticated client, and a function that authenticates it again later in the same request. */
export type Caller = { client: AuthenticatedClient; again: () => Promise<AuthenticatedClient> }

/**
 * One request, what the steps of its endpoint found, its response, and the facts that meters count: these are
 * copies, as meters keep them for longer.
 */
export type Exchange = {
  wire: Wire
  requestId: string
  /** `performance.now()` at arrival. */
  arrivedAt: number
  /** The same when all of it had arrived: a caller can keep a body back. */
  receivedAt: number
  /** The path as sent, never decoded or normalised. */
  path: string
  /** The text after the question mark, as sent. Never logged. */
  query: string
  endpoint: EndpointName
  /** The caller, for limits and the application's owner. */
  address: string
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
  /** Its place in the rehearsal of its application, and what the rehearsal's cases compare. */
  rehearsal: { id: string; number: number; token: string | null; account: string | null } | null
  /** An error response, for the application's owner. */
  errorResponse: { head: string; body: string } | null
  /** Of a client's request: see `client-steps.ts`. */
  form: ClientForm
  caller: Caller | null
  /** Of a bearer's request: see `bearer.ts`. */
  tokenHash: string
  bearer: Bearer | null
  msisdnError: ParameterError | null
}

/** As long as nothing is known of it. */
const noForm: ClientForm = { parameters: new Map(), basic: null }

/** Reads the request line and the headers that concern every endpoint. */
export function openExchange(wire: Wire, address: string): Exchange {
  const [path, query] = splitTarget(wire.target)
  const arrivedAt = performance.now()
  return {
    wire,
    requestId: chooseRequestId(wire.header('x-request-id')),
    arrivedAt,
    receivedAt: arrivedAt,
    path,
    query,
    endpoint: 'unknown',
    address,
    extraLines: '',
    afterwards: 'keep',
    clientId: '',
    applicationId: null,
    errorCode: null,
    hint: null,
    msisdn: null,
    minted: null,
    rehearsal: null,
    errorResponse: null,
    form: noForm,
    caller: null,
    tokenHash: '',
    bearer: null,
    msisdnError: null,
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
