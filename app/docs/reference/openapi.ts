import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { apiSchemas, type Describe } from './schemas'

type Description = Parameters<Describe>[0]

const rateLimits: HeaderName[] = ['RateLimit-Policy', 'RateLimit']

/** The gateway's OpenAPI 3.1 document, with its descriptions in the translator's language. */
export function describeApi(t: Describe) {
  return createDocument({
    openapi: '3.1.0',
    info: { title: t('title'), version: '1', description: t('about') },
    servers: servers('baseUrl'),
    components: { securitySchemes: securitySchemes() },
    paths: {
      '/oauth/token': { servers: servers('authUrl'), post: tokenOperation(t) },
      '/oauth/revoke': { servers: servers('authUrl'), post: revokeOperation(t) },
      '/oauth/introspect': { servers: servers('authUrl'), post: introspectOperation(t) },
      '/api/eWallet/v1/account': { get: accountOperation(t) },
    },
  })
}

function servers(address: 'authUrl' | 'baseUrl') {
  return (['sandbox', 'production'] as const).map((environment) => ({
    url: gatewayAddresses(environment)[address],
    description: environment === 'sandbox' ? 'Sandbox' : 'Production',
  }))
}

function securitySchemes() {
  const tokenUrl = `${gatewayAddresses('sandbox').authUrl}/oauth/token`
  return {
    client: { type: 'http', scheme: 'basic' },
    bearer: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
  } as const
}

function tokenOperation(t: Describe): ZodOpenApiOperationObject {
  const { tokenRequest, tokenResponse } = apiSchemas(t)
  return {
    operationId: 'obtainToken',
    summary: t('tokenSummary'),
    description: t('tokenAbout'),
    security: [{}, { client: [] }],
    requestBody: form(tokenRequest),
    responses: { 200: json(t, 'ok', tokenResponse, ['Pragma']), ...oauthErrors(t) },
  }
}

function revokeOperation(t: Describe): ZodOpenApiOperationObject {
  return {
    operationId: 'revokeToken',
    summary: t('revokeSummary'),
    description: t('revokeAbout'),
    security: [{}, { client: [] }],
    requestBody: form(apiSchemas(t).ownToken),
    responses: {
      200: { description: t('revoked'), headers: headers(t, ['Pragma']) },
      ...oauthErrors(t),
    },
  }
}

function introspectOperation(t: Describe): ZodOpenApiOperationObject {
  const { ownToken, introspectionResponse } = apiSchemas(t)
  return {
    operationId: 'introspectToken',
    summary: t('introspectSummary'),
    description: t('introspectAbout'),
    security: [{}, { client: [] }],
    requestBody: form(ownToken),
    responses: { 200: json(t, 'ok', introspectionResponse, ['Pragma']), ...oauthErrors(t) },
  }
}

function accountOperation(t: Describe): ZodOpenApiOperationObject {
  const msisdn = z
    .string()
    .regex(/^[ +]?[1-9][0-9]{5,14}$/)
    .meta({ description: t('msisdn'), example: firstCallMsisdn })
  return {
    operationId: 'readAccount',
    summary: t('accountSummary'),
    description: t('accountAbout'),
    security: [{ bearer: [] }],
    requestParams: { query: z.object({ msisdn }) },
    responses: { 200: json(t, 'ok', apiSchemas(t).account, rateLimits), ...problems(t) },
  }
}

function oauthErrors(t: Describe): Record<string, ZodOpenApiResponseObject> {
  const { oauthError } = apiSchemas(t)
  return {
    400: json(t, 'bad', oauthError, ['Pragma']),
    401: json(t, 'unauthorized', oauthError, ['Pragma', 'WWW-Authenticate']),
    413: json(t, 'tooLarge', oauthError, ['Pragma']),
    429: json(t, 'tooMany', oauthError, ['Pragma', 'Retry-After']),
    503: json(t, 'down', oauthError, ['Pragma', 'Retry-After']),
  }
}

function problems(t: Describe): Record<string, ZodOpenApiResponseObject> {
  const { problem } = apiSchemas(t)
  const response = (description: Description, names: HeaderName[]) => ({
    description: t(description),
    headers: headers(t, names),
    content: { 'application/problem+json': { schema: problem } },
  })
  return {
    400: response('bad', ['WWW-Authenticate', ...rateLimits]),
    401: response('unauthorized', ['WWW-Authenticate']),
    404: response('missing', rateLimits),
    429: response('tooMany', ['Retry-After', ...rateLimits]),
    503: response('down', ['Retry-After', ...rateLimits]),
  }
}

function form(schema: z.ZodType) {
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
}

function json(
  t: Describe,
  description: Description,
  schema: z.ZodType,
  names: HeaderName[],
): ZodOpenApiResponseObject {
  return {
    description: t(description),
    headers: headers(t, names),
    content: { 'application/json': { schema } },
  }
}

const headerTexts = {
  'X-Request-Id': 'requestIdHeader',
  'Cache-Control': 'cacheControlHeader',
  Pragma: 'pragmaHeader',
  'WWW-Authenticate': 'challengeHeader',
  'Retry-After': 'retryAfterHeader',
  'RateLimit-Policy': 'rateLimitPolicyHeader',
  RateLimit: 'rateLimitHeader',
} as const
type HeaderName = keyof typeof headerTexts

/** Those of every response, and `names`; HTTP's own, such as Content-Length, are not described. */
function headers(t: Describe, names: HeaderName[]) {
  const all: HeaderName[] = ['X-Request-Id', 'Cache-Control', ...names]
  return z.object(
    Object.fromEntries(all.map((name) => [name, z.string().meta({ description: t(headerTexts[name]) })])),
  )
}
