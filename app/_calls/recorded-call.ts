import { curlBalance, curlToken } from '@/components/snippets/curl'
import type { Application, RequestLogEntry } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
import { assertionType } from '@/lib/oauth/assertion'
import { type RefusalCause, refusalCauses } from '@/lib/oauth/errors'
import type { MeteredEndpoint } from '@/lib/usage/schema'

type Call = Pick<RequestLogEntry, 'endpoint' | 'maskedMsisdn' | 'method'>
type Client = Pick<Application, 'clientId' | 'clientAuthentication'>
type Addresses = { authUrl: string; baseUrl: string }
type ClientEndpoint = Exclude<MeteredEndpoint, 'account' | 'sandbox'>

const accountPath = '/api/eWallet/v1/account'

/** Where a client authenticates, and what its form begins with. */
const clientPaths: Record<ClientEndpoint, { path: string; body: string }> = {
  token: { path: '/oauth/token', body: 'grant_type=client_credentials' },
  revoke: { path: '/oauth/revoke', body: 'token=…' },
  introspect: { path: '/oauth/introspect', body: 'token=…' },
}

const credentials: Record<Client['clientAuthentication'], (clientId: string) => string> = {
  client_secret: (clientId) => `client_id=${clientId}&client_secret=…`,
  private_key_jwt: () => `client_assertion_type=${encodeURIComponent(assertionType)}&client_assertion=…`,
}

/** The gateway's recorded reason for refusing a call; null for none, and for those of earlier releases. */
export function readCause(hint: string | null): RefusalCause | null {
  return refusalCauses.find((cause) => cause === hint) ?? null
}

/** The gateway that was called: a gateway records calls made with the other environment's credentials too. */
export function calledEnvironment(
  { hint }: { hint: string | null },
  { environment }: { environment: Environment },
): Environment {
  if (readCause(hint) !== 'other_environment') return environment
  return environment === 'sandbox' ? 'production' : 'sandbox'
}

/**
 * The reconstructed request: secrets are never recorded and appear as an ellipsis. Credentials are shown as the client
 * authenticates today, and in the body, although the caller may have sent them as HTTP Basic.
 */
export function describeRequest(
  call: Call,
  { clientId, clientAuthentication }: Client,
  { authUrl, baseUrl }: Addresses,
): string {
  if (call.endpoint === 'account') {
    const query = call.maskedMsisdn === null ? '' : `?msisdn=${call.maskedMsisdn}`
    return `${call.method ?? 'GET'} ${baseUrl}${accountPath}${query}\nAuthorization: Bearer …`
  }
  if (call.endpoint === 'sandbox') {
    const part = call.maskedMsisdn === null ? '…' : `accounts/${call.maskedMsisdn}`
    return `${call.method ?? 'GET'} ${baseUrl}/sandbox/v1/${part}\nAuthorization: Bearer …`
  }
  const { path, body } = clientPaths[call.endpoint as ClientEndpoint]
  return [
    `${call.method ?? 'POST'} ${authUrl}${path}`,
    'Content-Type: application/x-www-form-urlencoded',
    '',
    `${credentials[clientAuthentication](clientId)}&${body}`,
  ].join('\n')
}

/** The request for a terminal that has CLIENT_SECRET or TOKEN; undefined where that is not enough. */
export function describeCurl(
  { endpoint, maskedMsisdn }: Call,
  { clientId, clientAuthentication }: Client,
  { authUrl, baseUrl }: Addresses,
  msisdn = maskedMsisdn,
): string | undefined {
  if (endpoint === 'account') return curlBalance(`${baseUrl}${accountPath}`, msisdn ?? '')
  if (endpoint !== 'token' || clientAuthentication !== 'client_secret') return undefined
  return curlToken(`${authUrl}${clientPaths.token.path}`, clientId)
}

/** The first line of a request, without the host and without the requested number. */
export function describeRequestLine({
  endpoint,
  method,
}: Pick<RequestLogEntry, 'endpoint' | 'method'>): string {
  if (endpoint === 'account') return `${method ?? 'GET'} ${accountPath}`
  return `${method ?? 'POST'} ${clientPaths[endpoint as ClientEndpoint].path}`
}

/**
 * The recorded response. Errors are kept as they were sent; of a success only its status and id are, as it
 * held a token or a balance, and of calls of earlier releases.
 */
export function describeResponse({
  status,
  requestId,
  response,
}: Pick<RequestLogEntry, 'status' | 'requestId' | 'response'>): string {
  const head = `HTTP/1.1 ${status}`
  if (response === null) return `${head}\nX-Request-Id: ${requestId}\n\n…`
  const [headers = '', body = ''] = splitOnce(response, '\n\n')
  return `${head}\n${headers}\n\n${prettify(body)}`
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

function prettify(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
