import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { doOnce } from '@/app/_request/once'
import { readFields } from '@/app/_request/read-fields'
import { findCurrentDeveloper } from '@/app/_request/session'
import { personField } from '@/components/ui/confirming-field'
import type { FormState } from '@/components/ui/form-state'
import { createLogger } from '@/lib/logger'
import { noteMalformed, noteReached } from '@/lib/request'
import { traced } from '@/lib/tracing'

export type { FormState }

/**
 * The steps of every form that shows a result: schema, command, state. `run` may return `fieldError`'s or
 * `formError`'s state; what was typed is put back for all of them. An action whose form shows nothing finds out who is
 * asking, calls one command and redirects. What is done is done once by the form's key. Posts of other sites never get
 * here: portal/admission.ts refuses them.
 * @param messages prefix of the messages for invalid fields: the schema's issue messages are keys below it
 * @param run runs one command and returns the form's next state, or redirects
 * @param also what is wrong with fields that the schema does not read, shown with what it finds
 */
export async function submitForm<Schema extends z.ZodType, Value = undefined>(
  form: FormData,
  schema: Schema,
  messages: string,
  run: (input: z.output<Schema>) => Promise<FormState<Value> | undefined>,
  also: () => Promise<Record<string, string>> = async () => ({}),
): Promise<FormState<Value>> {
  const values = typedValues(requireForm(form))
  const developer = form.has(personField) ? await findCurrentDeveloper() : null
  const parsed = await parseFields(form, schema, messages, also)
  if ('wrong' in parsed) return { ...parsed.wrong, values }
  const act = () => traced(`form ${messages}`.trim(), () => run(parsed.data))
  return { values, ...(await doOnce(values, developer?.id, act)) }
}

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

const noFields = z.object({})

/** As {@link submitForm}, for a form whose fields no schema reads: a button alone, or a file. */
export function pressForm<Value = undefined>(
  form: FormData,
  run: () => Promise<FormState<Value> | undefined>,
) {
  return submitForm(form, noFields, '', run)
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
export function typedValues(form: FormData): Record<string, string> {
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
