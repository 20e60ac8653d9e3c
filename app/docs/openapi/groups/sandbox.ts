import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { caseOutcomes, maxRequestIds, rehearsalCases } from '@/lib/rehearsals/schema'
import { maxDelayMs, maxFault, simulatedErrors, testAccountLimit } from '@/lib/sandbox/schema'
import { type ApiGroup, type Describe, type Description, servers } from '../group'
import { type DocumentedFailure, empty, failures, type HeaderName, json } from '../responses'
import { accountParts, givenMsisdn, problemSchema } from './accounts'

/** The application's own test accounts; of these URLs, Production has none. */
export const sandboxPaths: ApiGroup = {
  id: 'sandbox',
  title: 'sandboxTitle',
  about: 'sandboxAbout',
  paths: (t) => {
    const { testAccount, testAccountInput, testAccounts, fixture, fixtureInput, rehearsal } =
      sandboxSchemas(t)
    const only = { servers: servers('baseUrl').slice(0, 1) }
    const msisdn = givenMsisdn.meta({ description: t('sandboxMsisdn'), example: exampleMsisdn })
    const one = { path: z.object({ msisdn }) }
    return {
      '/sandbox/v1/accounts': {
        ...only,
        get: operation(t, 'listTestAccounts', { 200: testAccounts }),
      },
      '/sandbox/v1/accounts/{msisdn}': {
        ...only,
        get: operation(t, 'readTestAccount', { 200: testAccount }, { requestParams: one }, [unknown]),
        put: operation(
          t,
          'putTestAccount',
          { 201: testAccount, 200: testAccount },
          { requestParams: one, requestBody: body(testAccountInput) },
          [taken, tooLarge, invalid],
        ),
        delete: operation(t, 'deleteTestAccount', { 204: null }, { requestParams: one }, [unknown, shared]),
      },
      '/sandbox/v1/accounts/{msisdn}/reset': {
        ...only,
        post: operation(t, 'resetTestAccount', { 200: testAccount }, { requestParams: one }, [
          unknown,
          shared,
        ]),
      },
      '/sandbox/v1/reset': { ...only, post: operation(t, 'resetTestAccounts', { 200: testAccounts }) },
      '/sandbox/v1/fixture': {
        ...only,
        get: operation(t, 'readFixture', { 200: fixture }),
        put: operation(t, 'putFixture', { 200: fixture }, { requestBody: body(fixtureInput) }, [
          taken,
          tooLarge,
          invalid,
        ]),
      },
      '/sandbox/v1/rehearsal': {
        ...only,
        post: operation(t, 'startRehearsal', { 201: rehearsal }, {}, [running]),
        get: operation(t, 'readRehearsal', { 200: rehearsal }, {}, [noRehearsal]),
        delete: operation(t, 'endRehearsal', { 200: rehearsal }, {}, [noRehearsal]),
      },
    }
  },
}

const exampleMsisdn = '999100000001'

const rateLimits: HeaderName[] = ['RateLimit-Policy', 'RateLimit']
const unknownSentence = 'This application has no test account with this number.'
const unknown: DocumentedFailure = [404, 'missing', [['account_not_found', unknownSentence]], rateLimits]
const shared: DocumentedFailure = [409, 'reserved', [['reserved']], rateLimits]
const taken: DocumentedFailure = [409, 'taken', [['reserved'], ['too_many']], rateLimits]
const tooLarge: DocumentedFailure = [413, 'tooLarge64', [['body_too_large']], rateLimits]
const invalid: DocumentedFailure = [422, 'invalidAccount', [['invalid_account']], rateLimits]

/** Those whose successes may ask to read again. */
const mayBeEarly: ReadonlySet<string> = new Set(['readRehearsal', 'endRehearsal'])
const running: DocumentedFailure = [409, 'rehearsalRunning', [['rehearsal_running']], rateLimits]
const noRehearsal: DocumentedFailure = [404, 'noRehearsal', [['rehearsal_not_found']], rateLimits]

type Id = keyof typeof statusTexts

const statusTexts = {
  listTestAccounts: ['ok'],
  readTestAccount: ['ok'],
  putTestAccount: ['replaced', 'created'],
  deleteTestAccount: ['deleted'],
  resetTestAccount: ['ok'],
  resetTestAccounts: ['ok'],
  readFixture: ['ok'],
  putFixture: ['ok'],
  startRehearsal: ['created'],
  readRehearsal: ['ok'],
  endRehearsal: ['ok'],
} as const

function operation(
  t: Describe,
  operationId: Id,
  successes: Record<number, z.ZodType | null>,
  input: Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> = {},
  own: DocumentedFailure[] = [],
): ZodOpenApiOperationObject {
  const texts: readonly Description[] = statusTexts[operationId]
  const responses = Object.entries(successes).map(([status, schema], index) => {
    const text = texts[index] as Description
    const headers = mayBeEarly.has(operationId) ? ['Retry-After' as const, ...rateLimits] : rateLimits
    return [status, schema ? json(t, text, schema, headers) : empty(t, text, headers)]
  })
  return {
    operationId,
    tags: ['sandbox'],
    summary: t(`sandbox.${operationId}.summary`),
    description: t(`sandbox.${operationId}.about`),
    security: [{ bearer: [] }],
    ...input,
    responses: { ...Object.fromEntries(responses), ...problems(t, input, own) },
  }
}

function problems(
  t: Describe,
  { requestParams, requestBody }: Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'>,
  own: DocumentedFailure[],
) {
  const bad: DocumentedFailure[2] = [
    ...(requestParams ? [['invalid_msisdn'] as DocumentedFailure[2][number]] : []),
    requestBody
      ? ['invalid_request', 'The body must be JSON in UTF-8, with each name once.']
      : ['invalid_request'],
  ]
  return failures(t, 'account', problemSchema(t, 'sandbox'), [
    [
      400,
      'bad',
      bad,
      requestParams || requestBody ? ['WWW-Authenticate', ...rateLimits] : ['WWW-Authenticate'],
    ],
    [401, 'unauthorized', [['invalid_token'], ['token_missing']], ['WWW-Authenticate']],
    ...own,
    [429, 'tooMany', [['quota_exceeded']], ['Retry-After', ...rateLimits]],
    [503, 'down', [['unavailable']], ['Retry-After']],
  ])
}

function body(schema: z.ZodType) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** The bodies of the endpoints. A test compares them with what a gateway sends. */
export function sandboxSchemas(t: Describe) {
  const { msisdn, type, status, balance, frozenBalance } = accountParts(t)
  const fault = z
    .strictObject({
      kind: z.enum(['error', 'delay']).meta({ description: t('faultKind') }),
      code: z
        .enum(simulatedErrors)
        .optional()
        .meta({ description: t('faultCode') }),
      seconds: z
        .number()
        .positive()
        .max(maxDelayMs / 1000)
        .optional()
        .meta({ description: t('faultDelay', { seconds: maxDelayMs / 1000 }) }),
      calls: z
        .int()
        .min(1)
        .max(maxFault.calls)
        .optional()
        .meta({ description: t('faultCalls') }),
      for: z
        .int()
        .min(1)
        .max(maxFault.seconds)
        .optional()
        .meta({ description: t('faultFor') }),
    })
    .meta({ title: 'Fault' })
    .nullable()
    .meta({ description: t('fault'), example: { kind: 'error', code: 'unavailable', calls: 3 } })
  const own = msisdn.meta({ description: t('msisdnAnswer'), example: exampleMsisdn })
  const values = { type, status, balance, frozenBalance }
  const testAccount = z.strictObject({ msisdn: own, ...values, fault }).meta({ title: 'TestAccount' })
  const testAccountInput = z
    .strictObject({ ...values, fault: fault.optional() })
    .meta({ title: 'TestAccountInput' })
  const accounts = (each: z.ZodType) =>
    z
      .array(each)
      .max(testAccountLimit)
      .meta({ description: t('sandboxAccounts') })
  const format = z
    .literal('test-accounts')
    .meta({ description: t('fixtureFormat'), example: 'test-accounts' })
  const version = z.literal(2).meta({ description: t('fixtureVersion'), example: 2 })
  return {
    testAccount,
    testAccountInput,
    testAccounts: z.strictObject({ accounts: accounts(testAccount) }).meta({ title: 'TestAccountList' }),
    rehearsal: rehearsalSchema(t),
    fixture: z.strictObject({ format, version, accounts: accounts(testAccount) }).meta({ title: 'Fixture' }),
    fixtureInput: z
      .strictObject({
        format: format.optional(),
        version: version.optional(),
        accounts: accounts(
          z
            .strictObject({ msisdn: own, ...values, fault: fault.optional() })
            .meta({ title: 'FixtureAccountInput' }),
        ),
      })
      .meta({ title: 'FixtureInput' }),
  }
}

function rehearsalSchema(t: Describe) {
  const moment = z.iso.datetime()
  const requestIds = z
    .array(z.uuid())
    .max(maxRequestIds)
    .meta({ description: t('rehearsalRequestIds') })
  return z
    .strictObject({
      state: z.enum(['running', 'ended']).meta({ description: t('rehearsalState') }),
      startedAt: moment.meta({ description: t('rehearsalStartedAt') }),
      endsAt: moment.meta({ description: t('rehearsalEndsAt') }),
      cases: z
        .array(
          z
            .strictObject({
              id: z.enum(rehearsalCases).meta({ description: t('rehearsalCase') }),
              outcome: z.enum(caseOutcomes).meta({ description: t('rehearsalOutcome') }),
              evidence: z.string().meta({
                description: t('rehearsalEvidence'),
                example: 'You called again after 0.2 s; Retry-After asked for 4 s.',
              }),
              requestIds,
            })
            .meta({ title: 'RehearsalCase' }),
        )
        .meta({ description: t('rehearsalCases') }),
    })
    .meta({ title: 'Rehearsal' })
}
