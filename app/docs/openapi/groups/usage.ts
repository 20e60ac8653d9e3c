import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { failureStatuses } from '@/app/_program/outcome'
import { getSettings } from '@/lib/env'
import { resolutions } from '@/lib/usage/range'
import { exampleRequestId } from '../../errors/examples'
import type { ApiGroup, Describe, Description } from '../group'
import { parameterError } from './accounts'

/** The portal's own endpoints, for programs with a personal access key. */
export const usage: ApiGroup = {
  id: 'usage',
  title: 'usageTitle',
  about: 'usageAbout',
  paths: (t) => {
    const servers = [{ url: getSettings().PORTAL_URL, description: t('portal') }]
    const { usageResponse } = usageSchemas(t)
    const csv = z.string().meta({ example: csvExample })
    return {
      '/api/usage.json': {
        servers,
        get: operation(t, 'json', { 'application/json': { schema: usageResponse } }),
      },
      '/api/usage.csv': { servers, get: operation(t, 'csv', { 'text/csv': { schema: csv } }) },
    }
  },
}

export const exampleApplication = '01989f3a-0000-7000-8000-000000000001'
const exampleFrom = '2026-11-22T10:00Z'

const csvExample =
  'from,succeeded,refused,limited,failed,tokens_minted,tokens_reused,p50_ms,p95_ms,p99_ms\r\n2026-11-22T10:00:00.000Z,940,3,0,0,12,88,2.5,7,10\r\n'

function operation(
  t: Describe,
  format: 'json' | 'csv',
  content: ZodOpenApiResponseObject['content'],
): ZodOpenApiOperationObject {
  return {
    operationId: format === 'json' ? 'readUsage' : 'readUsageAsCsv',
    tags: ['usage'],
    summary: t(`usage.${format}.summary`),
    description: t(`usage.${format}.about`),
    security: [{ personalKey: [] }],
    requestParams: { query: parameters(t) },
    responses: { 200: { description: t('ok'), content }, ...describeProblems(t, failures) },
  }
}

function parameters(t: Describe) {
  const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:00(\.0+)?)?Z$/)
  return z.object({
    application: z.uuid().meta({ description: t('usage.application'), example: exampleApplication }),
    from: time.optional().meta({ description: t('usage.from'), example: exampleFrom }),
    to: time.optional().meta({ description: t('usage.to'), example: '2026-11-22T11:00Z' }),
    step: z
      .enum(resolutions)
      .optional()
      .meta({ description: t('usage.step'), example: '60' }),
  })
}

/** The bodies of the endpoints. A test compares them with what the portal sends. */
export function usageSchemas(t: Describe) {
  const count = (text: Parameters<Describe>[0], example: number) =>
    z
      .int()
      .min(0)
      .meta({ description: t(text), example })
  const time = (text: Parameters<Describe>[0], example: string) =>
    z.iso.datetime().meta({ description: t(text), example })
  const percentile = (example: number) =>
    z
      .number()
      .nullable()
      .meta({ description: t('usage.percentile'), example })
  const interval = z
    .strictObject({
      from: time('usage.intervalFrom', '2026-11-22T10:00:00.000Z'),
      succeeded: count('usage.succeeded', 940),
      refused: count('usage.refused', 3),
      limited: count('usage.limited', 0),
      failed: count('usage.failed', 0),
      tokens_minted: count('usage.minted', 12),
      tokens_reused: count('usage.reused', 88),
      p50_ms: percentile(2.5),
      p95_ms: percentile(7),
      p99_ms: percentile(10),
    })
    .meta({ title: 'UsageInterval' })
  return {
    usageResponse: z
      .strictObject({
        application: z.uuid().meta({ description: t('usage.application'), example: exampleApplication }),
        client_id: z.string().meta({ description: t('clientId'), example: 'guichet_sandbox_id_…' }),
        from: time('usage.from', '2026-11-22T10:00:00.000Z'),
        to: time('usage.to', '2026-11-22T11:00:00.000Z'),
        step_minutes: count('usage.step', 60),
        intervals: z.array(interval).meta({ description: t('usage.intervals') }),
      })
      .meta({ title: 'Usage' }),
    usageProblem: z
      .strictObject({
        type: z.string().meta({ description: t('usage.problemType'), example: 'about:blank' }),
        title: z.string().meta({ description: t('problemTitle') }),
        status: z.int().meta({ description: t('problemStatus') }),
        detail: z.string().meta({ description: t('problemDetail') }),
        instance: z.string().meta({ description: t('problemInstance') }),
        code: z
          .enum([
            'invalid_request',
            'token_missing',
            'invalid_token',
            'not_found',
            'quota_exceeded',
            'body_too_large',
            ...Object.keys(failureStatuses).filter((code) => code !== 'not_found'),
          ])
          .meta({ description: t('problemCode') }),
        errors: z
          .array(parameterError)
          .optional()
          .meta({ description: t('problemErrors') }),
      })
      .meta({ title: 'PortalProblem' }),
  }
}

type Row = readonly [status: number, text: Description, title: string, code: string, detail: string]

const failures: Row[] = [
  [400, 'bad', 'Bad Request', 'invalid_request', 'A parameter is malformed.'],
  [401, 'unauthorized', 'Unauthorized', 'invalid_token', 'The key is unknown, has expired or was ended.'],
  [403, 'agents.forbidden', 'Forbidden', 'forbidden', 'The owner of this key has not been approved.'],
  [404, 'usage.missing', 'Not Found', 'not_found', 'There is no such application, or you may not see it.'],
]

/** The errors of the portal's own endpoints, with what they send as examples. */
export function describeProblems(t: Describe, rows: Row[]): Record<string, ZodOpenApiResponseObject> {
  const schema = usageSchemas(t).usageProblem
  return Object.fromEntries(
    rows.map(([status, text, title, code, detail]) => {
      const instance = `urn:uuid:${exampleRequestId}`
      const errors = [
        { parameter: 'from', message: 'Must be a time in UTC to the minute, such as 2026-11-22T10:00Z.' },
      ]
      const value = {
        type: 'about:blank',
        title,
        status,
        detail,
        instance,
        code,
        ...(status === 400 && { errors }),
      }
      const content = { 'application/problem+json': { schema, examples: { [code]: { value } } } }
      return [status, { description: t(text), content }]
    }),
  )
}
