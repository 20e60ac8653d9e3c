import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { writePath } from '@/lib/exact-json'
import { type Caller, findRefusal } from './caller'
import { handlers } from './handlers'
import { fail, failAll, type Outcome } from './outcome'
import { type ToolName, toolInputs, tools } from './tools'

/**
 * Calls a tool, for an agent or by HTTP: what the key's owner owes, its permission, the arguments, then its handler.
 * @param given the arguments as anyone may have sent them
 * @param exact the same with numbers by their digits
 * @param caller without `holder` only for tools that need no key
 */
export async function callTool(
  name: ToolName,
  given: unknown,
  exact: Record<string, unknown>,
  { holder, locale }: { holder: Caller['holder'] | null; locale: Caller['locale'] },
): Promise<Outcome> {
  const { needs, untrusted } = tools[name]
  const refusal = needs === 'nothing' ? null : findRefusal(holder, needs)
  if (refusal) return fail('forbidden', refusal)
  const t = await getTranslations({ locale, namespace: 'docs.api' })
  const read = toolInputs(t)[name].safeParse(given)
  if (!read.success) return failAll('invalid_arguments', read.error.issues.map(describeIssue))
  const handle = handlers[name] as (given: unknown, caller: object, exact: object) => Promise<Outcome>
  const outcome = await handle(read.data, { holder, locale }, exact)
  if (!outcome.ok || untrusted.length === 0) return outcome
  return { ...outcome, value: { ...outcome.value, untrusted } }
}

function describeIssue(issue: z.core.$ZodIssue) {
  const path = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : issue.path
  return { path: writePath(path).slice(0, 100), message: issue.message.slice(0, 500) }
}
