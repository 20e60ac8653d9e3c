import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { getSettings } from '@/lib/env'
import { codesOf } from '@/lib/error-codes'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { exampleRequestId } from '../../errors/examples'
import type { ApiGroup, Describe, Description } from '../group'
import { type DocumentedFailure, failures, type HeaderName, json } from '../responses'

export const accounts: ApiGroup = {
  id: 'accounts',
  title: 'accountsTitle',
  about: 'accountsAbout',
  paths: (t) => ({ '/api/eWallet/v1/account': { get: readAccount(t) } }),
}

/** As callers may write it. */
export const givenMsisdn = z.string().regex(/^[ +]?[1-9][0-9]{5,14}$/)

const rateLimits: HeaderName[] = ['RateLimit-Policy', 'RateLimit']

function readAccount(t: Describe): ZodOpenApiOperationObject {
  const msisdn = givenMsisdn.meta({ description: t('msisdn'), example: firstCallMsisdn })
  return {
    operationId: 'readAccount',
    tags: ['accounts'],
    summary: t('accountSummary'),
    description: t('accountAbout'),
    security: [{ bearer: [] }],
    requestParams: { query: z.object({ msisdn }) },
    responses: { 200: json(t, 'ok', accountSchemas(t).account, rateLimits), ...problems(t) },
  }
}

function problems(t: Describe) {
  const row = (status: number, description: Description, headers: HeaderName[]): DocumentedFailure => {
    // The last that is checked is the most usual.
    const codes = codesOf('account', status).reverse()
    return [status, description, codes.map((code) => [code]), headers]
  }
  return failures(t, 'account', accountSchemas(t).problem, [
    row(400, 'bad', ['WWW-Authenticate', ...rateLimits]),
    row(401, 'unauthorized', ['WWW-Authenticate']),
    row(403, 'forbidden', []),
    row(404, 'missing', rateLimits),
    row(429, 'tooMany', ['Retry-After', ...rateLimits]),
    row(503, 'down', ['Retry-After', ...rateLimits]),
  ])
}

/** The bodies of the account endpoint. A test compares them with what a gateway sends. */
export function accountSchemas(t: Describe) {
  return {
    account: z
      .object({
        ...accountParts(t),
        asOf: z.iso.datetime().meta({ description: t('asOf'), example: '2026-11-21T09:00:00Z' }),
      })
      .meta({ title: 'Account' }),
    problem: problemSchema(t, 'account'),
  }
}

/** The fields that an account and a test account share. */
export function accountParts(t: Describe) {
  const amount = (example: number) =>
    z
      .object({
        value: z.number().meta({ description: t('value'), example }),
        unit: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .meta({ description: t('unit'), example: 'XOF' }),
      })
      .meta({ title: 'Amount' })
  return {
    msisdn: z
      .string()
      .regex(/^[1-9][0-9]{5,14}$/)
      .meta({ description: t('msisdnAnswer'), example: firstCallMsisdn }),
    type: z.enum(['customer', 'retailer']).meta({ description: t('type'), example: 'customer' }),
    status: z.enum(['active', 'suspended', 'barred']).meta({ description: t('status'), example: 'active' }),
    balance: amount(12500).meta({ description: t('balance') }),
    frozenBalance: amount(0).meta({ description: t('frozenBalance') }),
  }
}

export const parameterError = z
  .object({ parameter: z.string(), message: z.string() })
  .meta({ title: 'ParameterError' })

/** The body of an error, with the codes of the endpoints of one kind. */
export function problemSchema(t: Describe, place: 'account' | 'sandbox') {
  const type = `${getSettings().PORTAL_URL}/docs/errors/invalid_msisdn`
  return z
    .object({
      type: z.url().meta({ description: t('problemType'), example: type }),
      title: z.string().meta({ description: t('problemTitle'), example: 'Invalid msisdn' }),
      status: z.int().meta({ description: t('problemStatus'), example: 400 }),
      detail: z.string().meta({ description: t('problemDetail') }),
      instance: z
        .string()
        .meta({ description: t('problemInstance'), example: `urn:uuid:${exampleRequestId}` }),
      code: z.enum(codesOf(place)).meta({ description: t('problemCode'), example: 'invalid_msisdn' }),
      errors: z
        .array(parameterError)
        .optional()
        .meta({ description: t('problemErrors') }),
    })
    .meta({ title: 'Problem' })
}
