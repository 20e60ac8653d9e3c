import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import type { ErrorCode } from '@/lib/error-codes'
import { type ErrorSentence, exampleBody } from '../errors/examples'
import type { Describe, Description } from './group'

const headerTexts = {
  'X-Request-Id': 'requestIdHeader',
  'Cache-Control': 'cacheControlHeader',
  Pragma: 'pragmaHeader',
  'WWW-Authenticate': 'challengeHeader',
  'Retry-After': 'retryAfterHeader',
  'RateLimit-Policy': 'rateLimitPolicyHeader',
  RateLimit: 'rateLimitHeader',
  Deprecation: 'deprecationHeader',
  Sunset: 'sunsetHeader',
  Link: 'linkHeader',
} as const
export type HeaderName = keyof typeof headerTexts

/** While an announcement deprecates the endpoint. */
const deprecation: HeaderName[] = ['Deprecation', 'Sunset', 'Link']

/** A response without a body. */
export function empty(t: Describe, description: Description, names: HeaderName[]): ZodOpenApiResponseObject {
  return { description: t(description), headers: headers(t, names) }
}

/** A successful response. */
export function json(
  t: Describe,
  description: Description,
  schema: z.ZodType,
  names: HeaderName[],
): ZodOpenApiResponseObject {
  return { ...empty(t, description, names), content: { 'application/json': { schema } } }
}

/** An error status: its codes, with a sentence where the example should not have the code's usual one. */
export type DocumentedFailure = [
  status: number,
  description: Description,
  codes: [ErrorCode, ErrorSentence?][],
  headers: HeaderName[],
]

/** The error responses of an operation, with what gateways really send as examples. */
export function failures(
  t: Describe,
  place: 'token' | 'account',
  schema: z.ZodType,
  rows: DocumentedFailure[],
): Record<string, ZodOpenApiResponseObject> {
  const mediaType = place === 'token' ? 'application/json' : 'application/problem+json'
  const responses = rows.map(([status, description, codes, names]) => {
    const examples = Object.fromEntries(
      codes.map(([code, sentence]) => [code, { value: exampleBody(code, place, status, sentence) }]),
    )
    return [status, { ...empty(t, description, names), content: { [mediaType]: { schema, examples } } }]
  })
  return Object.fromEntries(responses)
}

/** Those of every response, and `names`; HTTP's own, such as Content-Length, are not described. */
function headers(t: Describe, names: HeaderName[]) {
  const all: HeaderName[] = ['X-Request-Id', 'Cache-Control', ...names, ...deprecation]
  return z.object(
    Object.fromEntries(all.map((name) => [name, z.string().meta({ description: t(headerTexts[name]) })])),
  )
}
