import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { codesOf } from '@/lib/error-codes'
import { assertionType } from '@/lib/oauth/assertion'
import { type ApiGroup, type Describe, servers } from '../group'
import { type DocumentedFailure, empty, failures, json } from '../responses'

export const tokens: ApiGroup = {
  id: 'tokens',
  title: 'tokensTitle',
  about: 'tokensAbout',
  paths: (t) => ({
    '/oauth/token': { servers: servers('authUrl'), post: obtainToken(t) },
    '/oauth/introspect': { servers: servers('authUrl'), post: introspectToken(t) },
    '/oauth/revoke': { servers: servers('authUrl'), post: revokeToken(t) },
  }),
}

const noToken = 'The parameter token is missing.'
const overload = 'The service is temporarily unavailable. Try again shortly.'
const client: Pick<ZodOpenApiOperationObject, 'tags' | 'security'> = {
  tags: ['tokens'],
  security: [{}, { client: [] }],
}

function obtainToken(t: Describe): ZodOpenApiOperationObject {
  const { tokenRequest, tokenResponse } = tokenSchemas(t)
  return {
    ...client,
    operationId: 'obtainToken',
    summary: t('tokenSummary'),
    description: t('tokenAbout'),
    requestBody: form(tokenRequest),
    responses: {
      200: json(t, 'ok', tokenResponse, ['Pragma']),
      ...oauthErrors(t, [['invalid_request'], ['unsupported_grant_type'], ['invalid_scope']]),
    },
  }
}

function introspectToken(t: Describe): ZodOpenApiOperationObject {
  const { ownToken, introspectionResponse } = tokenSchemas(t)
  return {
    ...client,
    operationId: 'introspectToken',
    summary: t('introspectSummary'),
    description: t('introspectAbout'),
    requestBody: form(ownToken),
    responses: {
      200: json(t, 'ok', introspectionResponse, ['Pragma']),
      ...oauthErrors(t, [['invalid_request', noToken]]),
    },
  }
}

function revokeToken(t: Describe): ZodOpenApiOperationObject {
  return {
    ...client,
    operationId: 'revokeToken',
    summary: t('revokeSummary'),
    description: t('revokeAbout'),
    requestBody: form(tokenSchemas(t).ownToken),
    responses: {
      200: empty(t, 'revoked', ['Pragma']),
      ...oauthErrors(t, [['invalid_request', noToken]]),
    },
  }
}

function form(schema: z.ZodType) {
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
}

/** @param bad the codes of 400, besides a suspended application's */
function oauthErrors(t: Describe, bad: DocumentedFailure[2]) {
  return failures(t, 'token', tokenSchemas(t).oauthError, [
    [400, 'bad', [...bad, ['unauthorized_client']], ['Pragma']],
    [401, 'unauthorized', [['invalid_client']], ['Pragma', 'WWW-Authenticate']],
    [413, 'tooLarge', [['invalid_request', 'The body is larger than 16 KiB.']], ['Pragma']],
    [429, 'tooMany', [['temporarily_unavailable']], ['Pragma', 'Retry-After']],
    [503, 'down', [['temporarily_unavailable', overload]], ['Pragma', 'Retry-After']],
  ])
}

const exampleId = 'guichet_sandbox_id_…'
const exampleToken = 'guichet_sandbox_token_…'

/** The bodies of the endpoints for tokens. A test compares them with what a gateway sends. */
export function tokenSchemas(t: Describe) {
  const text = (description: string, example: string, type = z.string()) =>
    type.meta({ description, example })
  const credentials = {
    client_id: text(t('clientId'), exampleId, z.string().max(64)).optional(),
    client_secret: text(t('clientSecret'), 'guichet_sandbox_secret_…', z.string().max(256)).optional(),
    client_assertion_type: z
      .literal(assertionType)
      .meta({ description: t('clientAssertionType') })
      .optional(),
    client_assertion: text(t('clientAssertion'), 'eyJhbGciOiJFUzI1NiJ9.…', z.string().max(8192)).optional(),
  }
  const grantType = z.literal('client_credentials')
  const tokenType = z.literal('Bearer').meta({ description: t('tokenType'), example: 'Bearer' })
  const seconds = (description: string, example: number, type = z.int()) =>
    type.meta({ description, example })
  return {
    tokenRequest: z.object({
      grant_type: grantType.meta({ description: t('grantType'), example: 'client_credentials' }),
      ...credentials,
    }),
    ownToken: z.object({ token: text(t('token'), exampleToken), ...credentials }),
    tokenResponse: z
      .object({
        access_token: text(t('accessToken'), exampleToken),
        token_type: tokenType,
        expires_in: seconds(t('expiresIn'), 300, z.int().min(1).max(300)),
      })
      .meta({ title: 'Token' }),
    introspectionResponse: z
      .object({
        active: z.boolean().meta({ description: t('active'), example: true }),
        client_id: text(t('introspectClientId'), exampleId).optional(),
        token_type: tokenType.optional(),
        sub: text(t('introspectSub'), exampleId).optional(),
        iss: text(t('introspectIss'), gatewayAddresses('sandbox').authUrl).optional(),
        iat: seconds(t('iat'), 1795251600).optional(),
        exp: seconds(t('exp'), 1795251900).optional(),
      })
      .meta({ title: 'TokenState' }),
    oauthError: z
      .object({
        error: z.enum(codesOf('token')).meta({ description: t('error'), example: 'invalid_client' }),
        error_description: text(t('errorDescription'), 'Client authentication failed.'),
      })
      .meta({ title: 'TokenError' }),
  }
}
