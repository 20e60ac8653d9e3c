import {
  type AuthenticatedClient,
  authenticateByKey,
  authenticateBySecret,
} from '@/lib/oauth/client-authentication'
import { invalidClient, invalidRequest, OAuthError } from '@/lib/oauth/errors'
import { type Parameters, parseForm } from '@/lib/oauth/form'
import {
  type BasicCredentials,
  combineCredentials,
  type PresentedAssertion,
  type PresentedSecret,
  parseBasic,
  requireCredentials,
} from '@/lib/oauth/presented-credentials'
import type { Gateway } from './context'
import { type Exchange, splitQuery } from './exchange'
import { readBody, requireFormType } from './read-body'

/** A form as it arrived, and the credentials of its `Authorization` header. */
export type ClientForm = { parameters: Parameters; basic: BasicCredentials | null }

/** A client's request, its client, and a function that authenticates it again later in the same request. */
export type ClientCall = {
  form: ClientForm
  client: AuthenticatedClient
  again: () => Promise<AuthenticatedClient>
}

/** The checks of the request itself that the three endpoints make first, in this order (RFC 6749 §2.3.1, §3.2). */
export async function readForm(exchange: Exchange): Promise<ClientForm> {
  requireFormType(exchange)
  const parameters = parseForm(await readBody(exchange))
  refuseQueryCredentials(exchange.query)
  return { parameters, basic: readAuthorization(exchange) }
}

/**
 * The client (RFC 6749 §2.3, RFC 7523 §3). A refusal is counted, and becomes a 429 beyond the limits. It is delayed by
 * the refusal clock, so that the caller cannot measure the microseconds by which reasons differ.
 */
export async function authenticateClient(
  gateway: Gateway,
  exchange: Exchange,
  form: ClientForm,
): Promise<ClientCall> {
  const presented = combineCredentials(form.basic, form.parameters)
  exchange.clientId = presented.clientId ?? ''
  const credentials = requireCredentials(presented)
  const again = () => check(gateway, exchange, credentials)
  const clock = startRefusalClock()
  try {
    const client = await again()
    exchange.applicationId = client.applicationId
    await takeAssertion(gateway, exchange, client)
    gateway.meter.noteCredential(client.credentialId, Date.now(), exchange.address)
    return { form, client, again }
  } catch (error) {
    if (error instanceof OAuthError) await clock.wait()
    throw error
  } finally {
    clock.stop()
  }
}

async function check(
  { token, environment, authUrl, secretHashKeys }: Gateway,
  exchange: Exchange,
  credentials: PresentedSecret | PresentedAssertion,
): Promise<AuthenticatedClient> {
  const { clientId } = credentials
  if ('clientSecret' in credentials) {
    const record = await token.clients.load(clientId, exchange)
    return authenticateBySecret(secretHashKeys, environment, record, credentials, exchange.address)
  }
  const record = await token.keyClients.load(clientId, exchange)
  const audiences = [authUrl, `${authUrl}/oauth/token`]
  return authenticateByKey(audiences, environment, record, credentials, exchange.address)
}

/** Last of all, so that an assertion that is refused for another reason is not used up (RFC 7523 §3). */
async function takeAssertion(
  gateway: Gateway,
  exchange: Exchange,
  { applicationId, assertion }: AuthenticatedClient,
): Promise<void> {
  if (!assertion) return
  const use = { applicationId, jti: assertion.jti, expiresAt: assertion.expiresAt }
  const first = await gateway.token.assertions.load(use, exchange)
  if (!first) throw invalidClient('assertion_used', applicationId)
}

/** RFC 6749 §2.3.1: credentials must not be in the request URI, where logs would keep them. */
function refuseQueryCredentials(query: string): void {
  const credentials = ['client_id', 'client_secret', 'client_assertion']
  if (splitQuery(query).some(([name, value]) => value !== '' && credentials.includes(name)))
    throw invalidRequest('Client credentials must not be sent in the query string.')
}

function readAuthorization({ wire }: Exchange): BasicCredentials | null {
  const header = wire.header('authorization')
  if (header === undefined) return null
  if (wire.countHeader('authorization') > 1)
    throw invalidRequest('The Authorization header is given more than once.')
  return header === '' ? null : parseBasic(header)
}

const stepMs = 5

/**
 * Starts with each attempt to authenticate. A refusal is sent a fixed time after the start, however long the check
 * took. The clock starts with the request instead of being shared by all: a caller who sends in step with a shared
 * clock can have one kind of refusal just make a tick that another just misses, which turns microseconds into
 * milliseconds. A longer check is delayed to a multiple of the step, as precisely as millisecond timers allow.
 */
export function startRefusalClock(): { wait(): Promise<void>; stop(): void } {
  const startedAt = performance.now()
  let release: (() => void) | undefined
  let passed = false
  const timer = setTimeout(() => {
    passed = true
    release?.()
  }, stepMs)
  return {
    wait: () =>
      new Promise((resolve) => {
        if (!passed) release = resolve
        else setTimeout(resolve, stepMs - ((performance.now() - startedAt) % stepMs))
      }),
    stop: () => clearTimeout(timer),
  }
}
