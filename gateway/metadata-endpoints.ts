import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { jsonLine } from './responses/lines'
import { sendResponse } from './responses/send'

const authenticationMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
const signingAlgorithms = ['EdDSA', 'ES256', 'PS256', 'RS256']

/** `GET /.well-known/oauth-authorization-server` (RFC 8414 §2). */
export function answerServerMetadata({ authUrl, portalUrl }: Gateway, exchange: Exchange): void {
  sendJson(exchange, {
    issuer: authUrl,
    token_endpoint: `${authUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: authenticationMethods,
    token_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    service_documentation: `${portalUrl}/docs`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authenticationMethods,
    revocation_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    introspection_endpoint: `${authUrl}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: authenticationMethods,
    introspection_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
  })
}

/** `GET /.well-known/oauth-protected-resource` (RFC 9728 §2). */
export function answerResourceMetadata({ authUrl, baseUrl, portalUrl }: Gateway, exchange: Exchange): void {
  sendJson(exchange, {
    resource: baseUrl,
    authorization_servers: [authUrl],
    bearer_methods_supported: ['header'],
    resource_name: 'eWallet API',
    resource_documentation: `${portalUrl}/docs`,
  })
}

function sendJson(exchange: Exchange, value: object): void {
  sendResponse(exchange, 200, jsonLine, JSON.stringify(value))
}
