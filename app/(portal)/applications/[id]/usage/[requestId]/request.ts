import type { Environment } from '@/generated/prisma/enums'
import type { MeteredEndpoint } from '@/lib/usage/schema'
import { readCause } from './hint'

type Call = { endpoint: string; maskedMsisdn: string | null }
type Addresses = { authUrl: string; baseUrl: string }

const clientPaths: Record<Exclude<MeteredEndpoint, 'account'>, { path: string; body: string }> = {
  token: { path: '/oauth/token', body: 'grant_type=client_credentials' },
  revoke: { path: '/oauth/revoke', body: 'token=…' },
  introspect: { path: '/oauth/introspect', body: 'token=…' },
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
 * The reconstructed request: secrets are never recorded and appear as an ellipsis. Credentials are shown in the body,
 * although the caller may have sent them as HTTP Basic.
 */
export function describeRequest(call: Call, clientId: string, { authUrl, baseUrl }: Addresses): string {
  if (call.endpoint === 'account') {
    const query = call.maskedMsisdn === null ? '' : `?msisdn=${call.maskedMsisdn}`
    return `GET ${baseUrl}/api/eWallet/v1/account${query}\nAuthorization: Bearer …`
  }
  const { path, body } = clientPaths[call.endpoint as keyof typeof clientPaths]
  return [
    `POST ${authUrl}${path}`,
    'Content-Type: application/x-www-form-urlencoded',
    '',
    `client_id=${clientId}&client_secret=…&${body}`,
  ].join('\n')
}
