import { z } from 'zod'
import type { Describe } from '@/app/docs/openapi/group'
import { sandboxSchemas } from '@/app/docs/openapi/groups/sandbox'
import { maxQueryLength } from '@/app/docs/search/query'
import { detailFields } from '@/lib/applications/schema'
import { callFilterSchema } from '@/lib/usage/call-filter'

/** A tool of agents, and the same over HTTP at what `http` names: methods and paths, with arguments in braces. */
type Tool = {
  /** The key that it needs. */
  needs: 'nothing' | 'key' | 'sandbox'
  /** `/docs/….md` has what needs no key, and `usage.json` its own names of parameters. */
  http: readonly `${'GET' | 'PUT' | 'POST' | 'DELETE'} /${string}`[]
  /** Paths of values in its results that other people wrote. */
  untrusted: readonly string[]
}

const application = '/api/applications/{applicationId}'
const accounts = `${application}/test-accounts`
const writtenByTeam: readonly string[] = ['name', ...detailFields]

/** Everything that a program can do with a personal access key, or without one; call-tool.ts does it. */
export const tools = {
  search_documentation: { needs: 'nothing', http: [], untrusted: [] },
  read_documentation: { needs: 'nothing', http: [], untrusted: [] },
  list_applications: {
    needs: 'key',
    http: ['GET /api/applications'],
    untrusted: writtenByTeam.map((field) => `applications[].${field}`),
  },
  get_application: { needs: 'key', http: [`GET ${application}`], untrusted: writtenByTeam },
  list_requests: { needs: 'key', http: [`GET ${application}/requests`], untrusted: ['requests[].method'] },
  explain_request: {
    needs: 'key',
    http: ['GET /api/requests/{requestId}'],
    untrusted: ['calls[].method', 'calls[].request', 'calls[].response'],
  },
  get_usage: { needs: 'key', http: ['GET /api/usage.json'], untrusted: [] },
  list_test_accounts: {
    needs: 'sandbox',
    http: [`GET ${accounts}`, `GET ${accounts}/{msisdn}`],
    untrusted: [],
  },
  put_test_account: { needs: 'sandbox', http: [`PUT ${accounts}/{msisdn}`], untrusted: [] },
  delete_test_account: { needs: 'sandbox', http: [`DELETE ${accounts}/{msisdn}`], untrusted: [] },
  reset_test_accounts: { needs: 'sandbox', http: [`POST ${accounts}/reset`], untrusted: [] },
  start_rehearsal: { needs: 'sandbox', http: [`POST ${application}/rehearsal`], untrusted: [] },
  get_rehearsal: { needs: 'key', http: [`GET ${application}/rehearsal`], untrusted: [] },
  end_rehearsal: { needs: 'sandbox', http: [`DELETE ${application}/rehearsal`], untrusted: [] },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools
export const toolNames = Object.keys(tools) as ToolName[]

export function isToolName(name: unknown): name is ToolName {
  return typeof name === 'string' && Object.hasOwn(tools, name)
}

/** The arguments of each tool, described in the translator's language. */
export function toolInputs(t: Describe) {
  const withTexts = <Shape extends Record<string, z.ZodType>>(shape: Shape): Shape =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        schema.meta({ ...schema.meta(), description: t(`agents.${name}` as 'agents.from') }),
      ]),
    ) as Shape
  const text = (max = 64) => z.string().min(1).max(max)
  const ofApplication = z.strictObject(withTexts({ applicationId: text() }))
  const ofAccount = ofApplication.extend(withTexts({ msisdn: text() }))
  const filters = withTexts(callFilterSchema.shape)
  // Its rules are those of account-json.ts, which reads it digit by digit.
  const account = z.unknown().meta(z.toJSONSchema(sandboxSchemas(t).testAccountInput, { io: 'input' }))
  return {
    search_documentation: z.strictObject(withTexts({ query: text(maxQueryLength) })),
    read_documentation: z.strictObject(withTexts({ path: text(200), offset: z.int().min(0).optional() })),
    list_applications: z.strictObject(withTexts({ before: text().optional() })),
    get_application: ofApplication,
    list_requests: ofApplication.extend(filters),
    explain_request: z.strictObject(withTexts({ requestId: text() })),
    get_usage: ofApplication.extend({ from: filters.from, to: filters.to }),
    list_test_accounts: ofAccount.partial({ msisdn: true }),
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
