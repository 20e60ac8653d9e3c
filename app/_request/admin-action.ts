import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { conclude, type FormState, submit } from '@/app/_request/action'
import { keepDraft } from '@/app/_request/draft'
import { requireAdministrator, requireConfirmation } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import type { Administrator } from '@/lib/audit/schema'
import type { Result } from '@/lib/result'
import type { Messages } from '@/messages'

type Reason = keyof Messages['administration']['errors']

/**
 * Runs an administrator's action on a developer or application: confirm, validate, run one command, redirect.
 * @param page the page of the developer or application, which shows the result
 * @param done the notice of `frame.tsx` that reports it
 * @param leadsTo the page to go to instead, where that one no longer exists afterwards
 */
export async function runAdminAction<Schema extends z.ZodType>(
  form: FormData,
  page: string,
  schema: Schema,
  done: string,
  run: (input: z.output<Schema>, actor: Administrator) => Promise<Result<undefined, Reason>>,
  leadsTo = page,
): Promise<FormState> {
  const actor = await requireConfirmedActor(page, form)
  return submit(form, schema, 'administration.errors', async (input) =>
    conclude(await run(input, actor), refusal, withQuery(leadsTo, { done })),
  )
}

/** The reason for a refusal, shown above the form. */
export async function refusal(reason: Reason): Promise<FormState> {
  return { error: (await getTranslations('administration.errors'))(reason) }
}

/** The administrator, as commands expect them. */
export async function requireActor() {
  const administrator = await requireAdministrator()
  return { administrator, actor: { id: administrator.id, role: 'administrator' } as const }
}

/** The same, after a confirmation; what was typed is restored when they return to `page`. */
export async function requireConfirmedActor(page: string, form: FormData) {
  const { administrator, actor } = await requireActor()
  await keepDraft(administrator, page, form)
  requireConfirmation(administrator, page)
  return actor
}
