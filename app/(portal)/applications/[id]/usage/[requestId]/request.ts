import { type ClientEndpoint, clientPaths } from '@/components/usage/recorded-call'
import type { Application, RecentCall } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
import { assertionType } from '@/lib/oauth/assertion'
import { readCause } from './hint'

type Call = Pick<RecentCall, 'endpoint' | 'maskedMsisdn' | 'method'>
type Client = Pick<Application, 'clientId' | 'clientAuthentication'>
type Addresses = { authUrl: string; baseUrl: string }

const credentials: Record<Client['clientAuthentication'], (clientId: string) => string> = {
  client_secret: (clientId) => `client_id=${clientId}&client_secret=…`,
  private_key_jwt: () => `client_assertion_type=${encodeURIComponent(assertionType)}&client_assertion=…`,
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
    return `${call.method ?? 'GET'} ${baseUrl}/api/eWallet/v1/account${query}\nAuthorization: Bearer …`
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
