import type { RecentCall } from '@/generated/prisma/client'
import type { MeteredEndpoint } from '@/lib/usage/schema'

export type ClientEndpoint = Exclude<MeteredEndpoint, 'account' | 'sandbox'>

/** Where a client authenticates, and what its form begins with. */
export const clientPaths: Record<ClientEndpoint, { path: string; body: string }> = {
  token: { path: '/oauth/token', body: 'grant_type=client_credentials' },
  revoke: { path: '/oauth/revoke', body: 'token=…' },
  introspect: { path: '/oauth/introspect', body: 'token=…' },
}

/** The first line of a request, without the host and without the requested number. */
export function describeRequestLine({ endpoint, method }: Pick<RecentCall, 'endpoint' | 'method'>): string {
  if (endpoint === 'account') return `${method ?? 'GET'} /api/eWallet/v1/account`
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
}: Pick<RecentCall, 'status' | 'requestId' | 'response'>): string {
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
