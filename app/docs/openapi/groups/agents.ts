import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { type ToolName, toolInputs, toolNames, tools } from '@/app/_program/tools'
import { detailFields } from '@/lib/applications/schema'
import { getSettings } from '@/lib/env'
import { meteredEndpoints, requestLogRetention } from '@/lib/usage/schema'
import { exampleRequestId } from '../../errors/examples'
import type { ApiGroup, Describe, Description } from '../group'
import { sandboxSchemas } from './sandbox'
import { describeProblems, exampleApplication } from './usage'

/** The tools of agents as plain HTTP. The group `usage` has `get_usage`. */
export const agents: ApiGroup = {
  id: 'agents',
  title: 'agentsTitle',
  about: 'agentsAbout',
  paths: (t) => {
    const servers = [{ url: getSettings().PORTAL_URL, description: t('portal') }]
    const paths: ZodOpenApiPathsObject = {}
    for (const name of toolNames) {
      if (name === 'get_usage') continue
      for (const each of tools[name].http) {
        const [method = '', path = ''] = each.split(' ')
        paths[path] = { servers, ...paths[path], [method.toLowerCase()]: describeTool(t, name, path) }
      }
    }
    return paths
  },
}

const examples: Record<string, string> = {
  applicationId: exampleApplication,
  requestId: exampleRequestId,
  msisdn: '999100000001',
  before: '4711',
  status: '4xx',
  endpoint: 'account',
  code: 'invalid_msisdn',
  from: '2026-11-22',
  to: '2026-11-22',
}

function describeTool(t: Describe, name: ToolName, path: string): ZodOpenApiOperationObject {
  const isOne = path.endsWith('{msisdn}')
  const operation = name === 'list_test_accounts' && isOne ? 'get_test_account' : name
  const shape = Object.entries<z.ZodType>(toolInputs(t)[name].shape).filter(
    ([each]) => each !== 'account' && (each !== 'msisdn' || isOne),
  )
  const described = shape.map(([each, schema]) => [
    each,
    (path.includes(`{${each}}`) ? schema.nonoptional() : schema).meta({
      ...schema.meta(),
      example: examples[each],
    }),
  ])
  const pick = (inPath: boolean) =>
    z.object(Object.fromEntries(described.filter(([each]) => path.includes(`{${each}}`) === inPath)))
  const { testAccountInput } = sandboxSchemas(t)
  const body = { required: true, content: { 'application/json': { schema: testAccountInput } } }
  return {
    operationId: operation
      .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/$/, 'ByKey'),
    tags: ['agents'],
    summary: t(`agents.${operation}.summary`),
    description: t(`agents.${operation}.about`),
    security: [{ personalKey: [] }],
    requestParams: { path: pick(true), query: pick(false) },
    ...(name === 'put_test_account' && { requestBody: body }),
    responses: { ...successes(t, operation), ...problems(t, name) },
  }
}

function successes(t: Describe, name: keyof ReturnType<typeof toolResults> | ToolName) {
  const response = (text: Description) => {
    const schema = toolResults(t)[name]
    return { description: t(text), ...(schema && { content: { 'application/json': { schema } } }) }
  }
  if (name === 'delete_test_account') return { 204: response('deleted') }
  if (name === 'put_test_account') return { 200: response('replaced'), 201: response('created') }
  return name === 'start_rehearsal' ? { 201: response('created') } : { 200: response('ok') }
}

function problems(t: Describe, name: ToolName) {
  const [readOnly, notApproved] = ['This key may only read.', 'The owner of this key has not been approved.']
  const keyInvalid = 'The key is unknown, has expired or was ended.'
  return describeProblems(t, [
    [400, 'bad', 'Bad Request', 'invalid_request', 'A parameter is malformed.'],
    [401, 'unauthorized', 'Unauthorized', 'invalid_token', keyInvalid],
    [
      403,
      'agents.forbidden',
      'Forbidden',
      'forbidden',
      tools[name].needs === 'sandbox' ? readOnly : notApproved,
    ],
    [
      404,
      'agents.missing',
      'Not Found',
      'not_found',
      'There is no such application, or you may not do this with it.',
    ],
    ...conflicts(name),
    [429, 'tooMany', 'Too Many Requests', 'quota_exceeded', 'Too many calls. Try again in 7 s.'],
  ])
}

function conflicts(name: ToolName) {
  const taken = 'This number is reserved, or belongs to a shared test account. Use another.'
  if (name === 'put_test_account')
    return [
      [409, 'agents.conflict', 'Conflict', 'reserved', taken],
      [413, 'tooLarge64', 'Content Too Large', 'body_too_large', 'The body is larger than 64 KiB.'],
      [422, 'agents.invalid', 'Unprocessable Content', 'invalid_account', 'Must be an object.'],
    ] as const
  const running = 'A rehearsal of this application is running. Read it, or end it first.'
  if (name === 'start_rehearsal')
    return [[409, 'agents.conflict', 'Conflict', 'rehearsal_running', running]] as const
  return []
}

/** The results of the tools. A test compares them with what the portal sends. */
export function toolResults(t: Describe): Partial<Record<ToolName | 'get_test_account', z.ZodType>> {
  const { testAccount, testAccounts, rehearsal } = sandboxSchemas(t)
  const text = (description: Description, example: string) =>
    z.string().meta({ description: t(description), example })
  const next = z
    .string()
    .nullable()
    .meta({ description: t('agents.next'), example: '4711' })
  const untrusted = z
    .array(z.string())
    .optional()
    .meta({ description: t('agents.untrusted'), example: ['name', ...detailFields] })
  const application = {
    id: text('agents.applicationId', exampleApplication),
    name: text('agents.name', 'Till'),
    ...Object.fromEntries(
      detailFields.map((field) => [field, text('agents.detail', 'Reads balances at the till.')]),
    ),
    environment: text('agents.environment', 'sandbox'),
    state: text('agents.state', 'active'),
    role: text('agents.role', 'owner'),
    clientId: text('clientId', 'guichet_sandbox_id_…'),
    clientAuthentication: text('agents.clientAuthentication', 'client_secret'),
    callsPerMinute: z.int().meta({ description: t('agents.callsPerMinute'), example: 60 }),
    authUrl: text('agents.authUrl', 'https://sandbox.example'),
    baseUrl: text('agents.baseUrl', 'https://sandbox.example'),
  }
  const call = {
    at: z.iso.datetime().meta({ example: '2026-11-22T10:00:00.000Z' }),
    endpoint: z.enum(meteredEndpoints).meta({ example: 'account' }),
    method: z.string().nullable().meta({ example: 'GET' }),
    status: z.int().meta({ example: 400 }),
    code: z.string().nullable().meta({ example: 'invalid_msisdn' }),
    latencyMs: z.int().meta({ example: 3 }),
  }
  const requestId = z.uuid().meta({ description: t('agents.requestId'), example: exampleRequestId })
  const masked = z.string().nullable().meta({ example: '221*******67' })
  const words = (example: string | null) => z.string().nullable().meta({ example })
  const explained = z
    .strictObject({
      applicationId: application.id,
      ...call,
      address: z.string().meta({ example: '192.0.2.7' }),
      whatHappened: words('The msisdn is missing or malformed.'),
      inThisCase: words(null),
      whatToDo: words('Send 6 to 15 digits in international form.'),
      documentation: words('/docs/errors/invalid_msisdn'),
      request: z.string().meta({ example: 'GET https://sandbox.example/api/eWallet/v1/account' }),
      response: z.string().meta({ example: 'HTTP/1.1 400' }),
    })
    .meta({ title: 'ExplainedCall' })
  const list = (each: z.ZodType, description: Description) =>
    z.array(each).meta({ description: t(description) })
  const sample = z
    .object({})
    .loose()
    .meta({ description: t('agents.sample'), example: requestLogRetention })
  const listed = z.strictObject({ requestId, ...call, msisdn: masked }).meta({ title: 'ListedCall' })
  return {
    list_applications: z
      .strictObject({
        applications: list(
          z.strictObject(application).meta({ title: 'ListedApplication' }),
          'agents.applications',
        ),
        next,
        untrusted,
      })
      .meta({ title: 'ApplicationList' }),
    get_application: z.strictObject({ ...application, untrusted }).meta({ title: 'Application' }),
    list_requests: z
      .strictObject({ requests: list(listed, 'agents.requests'), next, sample, untrusted })
      .meta({ title: 'CallList' }),
    explain_request: z
      .strictObject({ requestId, calls: list(explained, 'agents.calls'), untrusted })
      .meta({ title: 'RequestExplanation' }),
    list_test_accounts: testAccounts,
    get_test_account: testAccount,
    put_test_account: testAccount,
    reset_test_accounts: testAccounts,
    start_rehearsal: rehearsal,
    get_rehearsal: rehearsal,
    end_rehearsal: rehearsal,
  }
}
