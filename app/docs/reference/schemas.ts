import type { useTranslations } from 'next-intl'
import { z } from 'zod'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { getSettings } from '@/lib/env'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { errorCodeNames, errorCodes } from '../errors/codes'

/** The translator of the namespace `docs.api`. */
export type Describe = ReturnType<typeof useTranslations<'docs.api'>>

const requestId = '0190b1d2-7c1b-7000-8000-000000000000'

/** The gateway's request and response bodies, described in the translator's language. A test compares the two. */
export function apiSchemas(t: Describe) {
  return { ...credentialSchemas(t), ...tokenSchemas(t), ...accountSchemas(t), ...errorSchemas(t) }
}

function credentialSchemas(t: Describe) {
  const client = {
    client_id: z
      .string()
      .max(64)
      .optional()
      .meta({ description: t('clientId'), example: 'guichet_sandbox_id_…' }),
    client_secret: z
      .string()
      .max(256)
      .optional()
      .meta({ description: t('clientSecret'), example: 'guichet_sandbox_secret_…' }),
  }
  return {
    tokenRequest: z.object({
      grant_type: z
        .literal('client_credentials')
        .meta({ description: t('grantType'), example: 'client_credentials' }),
      ...client,
    }),
    ownToken: z.object({
      token: z.string().meta({ description: t('token'), example: 'guichet_sandbox_token_…' }),
      ...client,
    }),
  }
}

function tokenSchemas(t: Describe) {
  return {
    tokenResponse: z.object({
      access_token: z.string().meta({ description: t('accessToken'), example: 'guichet_sandbox_token_…' }),
      token_type: z.literal('Bearer').meta({ description: t('tokenType'), example: 'Bearer' }),
      expires_in: z
        .int()
        .min(1)
        .max(300)
        .meta({ description: t('expiresIn'), example: 300 }),
    }),
    introspectionResponse: z.object({
      active: z.boolean().meta({ description: t('active'), example: true }),
      client_id: z
        .string()
        .optional()
        .meta({ description: t('introspectClientId'), example: 'guichet_sandbox_id_…' }),
      token_type: z
        .literal('Bearer')
        .optional()
        .meta({ description: t('tokenType'), example: 'Bearer' }),
      sub: z
        .string()
        .optional()
        .meta({ description: t('introspectSub'), example: 'guichet_sandbox_id_…' }),
      iss: z
        .string()
        .optional()
        .meta({ description: t('introspectIss'), example: gatewayAddresses('sandbox').authUrl }),
      iat: z
        .int()
        .optional()
        .meta({ description: t('iat'), example: 1795251600 }),
      exp: z
        .int()
        .optional()
        .meta({ description: t('exp'), example: 1795251900 }),
    }),
  }
}

function accountSchemas(t: Describe) {
  const amount = (example: number) =>
    z.object({
      value: z.number().meta({ description: t('value'), example }),
      unit: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ description: t('unit'), example: 'XOF' }),
    })
  return {
    account: z.object({
      msisdn: z
        .string()
        .regex(/^[1-9][0-9]{5,14}$/)
        .meta({ description: t('msisdnAnswer'), example: firstCallMsisdn }),
      type: z.enum(['customer', 'retailer']).meta({ description: t('type'), example: 'customer' }),
      status: z.enum(['active', 'suspended', 'barred']).meta({ description: t('status'), example: 'active' }),
      balance: amount(12500).meta({ description: t('balance') }),
      frozenBalance: amount(0).meta({ description: t('frozenBalance') }),
      asOf: z.iso.datetime().meta({ description: t('asOf'), example: '2026-11-21T09:00:00Z' }),
    }),
  }
}

function errorSchemas(t: Describe) {
  const codes = errorCodeNames.filter((code) => errorCodes[code].places.includes('token'))
  const problemCodes = errorCodeNames.filter((code) => errorCodes[code].places.includes('account'))
  const type = `${getSettings().PORTAL_URL}/docs/errors/invalid_msisdn`
  return {
    oauthError: z.object({
      error: z.enum(codes).meta({ description: t('error'), example: 'invalid_client' }),
      error_description: z.string().meta({ description: t('errorDescription'), example: '…' }),
    }),
    problem: z.object({
      type: z.url().meta({ description: t('problemType'), example: type }),
      title: z.string().meta({ description: t('problemTitle'), example: 'Invalid msisdn' }),
      status: z.int().meta({ description: t('problemStatus'), example: 400 }),
      detail: z.string().meta({ description: t('problemDetail'), example: '…' }),
      instance: z.string().meta({ description: t('problemInstance'), example: `urn:uuid:${requestId}` }),
      code: z.enum(problemCodes).meta({ description: t('problemCode'), example: 'invalid_msisdn' }),
      errors: z
        .array(z.object({ parameter: z.string(), message: z.string() }))
        .optional()
        .meta({
          description: t('problemErrors'),
          example: [{ parameter: 'msisdn', message: '…' }],
        }),
    }),
  }
}
