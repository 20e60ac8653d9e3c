import { z } from 'zod'
import type { Describe } from '@/app/docs/openapi/group'
import { sandboxSchemas } from '@/app/docs/openapi/groups/sandbox'
import { maxQueryLength } from '@/app/docs/search/query'
import { callFilterSchema } from '@/lib/usage/call-filter'

/** A tool of agents, and the same over HTTP where `http` names it: method and path, with arguments in braces. */
type Tool = {
  /** The key that it needs. */
  needs: 'nothing' | 'key' | 'sandbox'
  /** `/docs/….md` has what needs no key, and `usage.json` its own names of parameters. */
  http: `${'GET' | 'PUT' | 'POST' | 'DELETE'} /${string}` | null
  /** Paths of values in its results that other people wrote. */
  untrusted: readonly string[]
}

const application = '/api/applications/{applicationId}'
const accounts = `${application}/test-accounts`

/** Everything that a program can do with a personal access key, or without one; handlers.ts does it. */
export const tools = {
  search_documentation: { needs: 'nothing', http: null, untrusted: [] },
  read_documentation: { needs: 'nothing', http: null, untrusted: [] },
  list_applications: {
    needs: 'key',
    http: 'GET /api/applications',
    untrusted: ['applications[].name', 'applications[].description'],
  },
  get_application: { needs: 'key', http: `GET ${application}`, untrusted: ['name', 'description'] },
  list_requests: { needs: 'key', http: `GET ${application}/requests`, untrusted: ['requests[].method'] },
  explain_request: {
    needs: 'key',
    http: 'GET /api/requests/{requestId}',
    untrusted: ['calls[].method', 'calls[].request', 'calls[].response'],
  },
  get_usage: { needs: 'key', http: 'GET /api/usage.json', untrusted: [] },
  list_test_accounts: { needs: 'sandbox', http: `GET ${accounts}`, untrusted: [] },
  put_test_account: { needs: 'sandbox', http: `PUT ${accounts}/{msisdn}`, untrusted: [] },
  delete_test_account: { needs: 'sandbox', http: `DELETE ${accounts}/{msisdn}`, untrusted: [] },
  reset_test_accounts: { needs: 'sandbox', http: `POST ${accounts}/reset`, untrusted: [] },
  start_rehearsal: { needs: 'sandbox', http: `POST ${application}/rehearsal`, untrusted: [] },
  get_rehearsal: { needs: 'key', http: `GET ${application}/rehearsal`, untrusted: [] },
  end_rehearsal: { needs: 'sandbox', http: `DELETE ${application}/rehearsal`, untrusted: [] },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools
export const toolNames = Object.keys(tools) as ToolName[]

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name)
}

/** The arguments of each tool, described in the translator's language. */
export function toolInputs(t: Describe) {
  const text = (description: Parameters<Describe>[0], max = 64) =>
    z
      .string()
      .min(1)
      .max(max)
      .meta({ description: t(description) })
  const applicationId = text('agents.applicationId')
  const ofApplication = z.strictObject({ applicationId })
  const before = callFilterSchema.shape.before.meta({ description: t('agents.before') })
  const time = (description: 'usage.from' | 'usage.to') => text(description, 40).optional()
  const { status, endpoint, code, from, to } = callFilterSchema.shape
  // Its rules are those of account-json.ts, which reads it digit by digit.
  const account = z.unknown().meta(z.toJSONSchema(sandboxSchemas(t).testAccountInput, { io: 'input' }))
  const ofAccount = ofApplication.extend({ msisdn: text('agents.msisdn') })
  return {
    search_documentation: z.strictObject({ query: text('agents.query', maxQueryLength) }),
    read_documentation: z.strictObject({
      path: text('agents.path', 200),
      offset: z
        .int()
        .min(0)
        .optional()
        .meta({ description: t('agents.offset') }),
    }),
    list_applications: z.strictObject({ before: text('agents.before').optional() }),
    get_application: ofApplication,
    list_requests: ofApplication.extend({
      status: status.meta({ description: t('agents.status') }),
      endpoint: endpoint.meta({ description: t('agents.endpoint') }),
      code: code.meta({ description: t('agents.code') }),
      from: from.meta({ description: t('agents.from') }),
      to: to.meta({ description: t('agents.to') }),
      before,
    }),
    explain_request: z.strictObject({ requestId: text('agents.requestId') }),
    get_usage: ofApplication.extend({ from: time('usage.from'), to: time('usage.to') }),
    list_test_accounts: ofApplication,
    put_test_account: ofAccount.extend({ account }),
    delete_test_account: ofAccount,
    reset_test_accounts: ofApplication,
    start_rehearsal: ofApplication,
    get_rehearsal: ofApplication,
    end_rehearsal: ofApplication,
  } satisfies Record<ToolName, z.ZodObject>
}

type Inputs = ReturnType<typeof toolInputs>
export type ToolArguments<Name extends ToolName> = z.output<Inputs[Name]>
