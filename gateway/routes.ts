import { answerAccount } from './account-endpoint'
import type { Gateway } from './context'
import type { EndpointName, Exchange } from './exchange'
import { answerAlive, answerReady } from './health'
import { answerIntrospect } from './introspect-endpoint'
import { answerResourceMetadata, answerServerMetadata } from './metadata-endpoints'
import { answerRevoke } from './revoke-endpoint'
import { answerToken } from './token-endpoint'

/** How to call an endpoint, and which of the two formats its errors have. */
export type Route = {
  endpoint: EndpointName
  method: 'GET' | 'POST'
  allow: string
  errors: 'oauth' | 'problem'
  answer: (gateway: Gateway, exchange: Exchange) => void | Promise<void>
}

/** Every path of a gateway, matched exactly: no prefixes, no case folding, no redirects. */
export const routes: ReadonlyMap<string, Route> = new Map([
  ['/oauth/token', post('token', answerToken)],
  ['/oauth/revoke', post('revoke', answerRevoke)],
  ['/oauth/introspect', post('introspect', answerIntrospect)],
  ['/api/eWallet/v1/account', get('account', answerAccount)],
  ['/.well-known/oauth-authorization-server', get('metadata', answerServerMetadata)],
  ['/.well-known/oauth-protected-resource', get('metadata', answerResourceMetadata)],
  ['/healthz', get('health', answerAlive)],
  ['/readyz', get('health', answerReady)],
])

function get(endpoint: EndpointName, answer: Route['answer']): Route {
  return { endpoint, method: 'GET', allow: 'GET, HEAD, OPTIONS', errors: 'problem', answer }
}

function post(endpoint: EndpointName, answer: Route['answer']): Route {
  return { endpoint, method: 'POST', allow: 'POST, OPTIONS', errors: 'oauth', answer }
}
