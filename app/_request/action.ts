import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { readFields } from '@/app/_request/read-fields'
import type { FormState } from '@/components/ui/form-state'
import { createLogger } from '@/lib/logger'
import { noteMalformed, noteReached } from '@/lib/request-context'

export type { FormState }

/** What the fields of a form are for its schema, or what is wrong with them, in the reader's language. */
export async function parseFields<Schema extends z.ZodType>(
  given: Iterable<[string, unknown]>,
  schema: Schema,
  messages: string,
  also: () => Promise<Record<string, string> | undefined>,
): Promise<{ data: z.output<Schema> } | { wrong: Pick<FormState, 'errors' | 'error'> }> {
  const { fields, problems } = await readFields(given)
  const { data, error } = schema.safeParse(fields)
  if (!error && Object.keys(problems).length === 0) return { data: data as z.output<Schema> }
  const issues = error ? await translateIssues(error, messages) : {}
  if (issues.error) return { wrong: issues }
  return { wrong: { errors: { ...(await also()), ...issues.errors, ...problems } } }
}

/** Of a form with files that was rendered for someone else: who is signed in now. */
export async function describeOther({ email }: { email: string }): Promise<string> {
  return (await getTranslations('errors.other'))('body', { email })
}

/**
 * The fields that an action was called with: anyone can call it, with anything. What is no form is the sender's fault.
 * @throws Error
 */
export function requireForm(form: unknown): FormData {
  noteReached()
  return form instanceof FormData ? form : refuseMalformed()
}

/**
 * The texts that an action is bound to, before anything uses them. Anyone can call it with whatever React makes from a
 * body: nothing at all, a BigInt, an object that is no text, or a text that neither PostgreSQL nor a URL can hold.
 * @throws Error
 */
export function requireTexts(...given: unknown[]): void {
  if (given.some((each) => typeof each !== 'string' || /\0|\p{Surrogate}/u.test(each))) refuseMalformed()
}

/** Refuses what no form of the portal sends. */
export function refuseMalformed(): never {
  noteMalformed()
  throw new Error('An action was called without its form.')
}

/** The input, except values that must not be shown again. */
export function submittedValues(form: FormData): Record<string, string> {
  const typed = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(typed.filter(([name]) => !/password|passkey|code|^\$|^label\./i.test(name)))
}

/**
 * The first issue of each field, in the reader's language. An issue in zod's own words has no message: only an
 * altered form can cause it, with a file for a text, or without a hidden field.
 */
export async function translateIssues(
  error: z.ZodError,
  namespace: string,
): Promise<Pick<FormState, 'errors' | 'error'>> {
  const translate = await getTranslations()
  if (error.issues.some(({ message }) => /\W/.test(message)))
    return { error: translate('common.alteredForm') }
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    const values = issue.code === 'custom' ? issue.params : undefined
    errors[field] ??= await describeIssue(`${namespace}.${issue.message}`, values)
  }
  return { errors }
}

/** A message that is missing costs a good sentence, never the form. */
async function describeIssue(key: string, values?: Record<string, unknown>): Promise<string> {
  const translate = await getTranslations()
  if (translate.has(key as never)) return translate(key as never, values as never)
  createLogger('portal').error({ key }, 'an issue of a schema has no message')
  return translate('common.wrongField')
}
