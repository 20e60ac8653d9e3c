import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { conclude, type FormState, submitForm } from '@/app/_request/action'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { requireAdministrator } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import type { Administrator } from '@/lib/audit/schema'
import type { Result } from '@/lib/result'
import type { Messages } from '@/messages'

type Reason = keyof Messages['administration']['errors']

type AdministratorAct = Pick<Act, 'act' | 'about'> & { page: string }

/**
 * Runs an administrator's action on a developer or application: validate, confirm, run one command, redirect.
 * @param act with the page that shows the result
 * @param done the notice of `frame.tsx` that reports it
 * @param leadsTo the page to go to instead, where that one no longer exists afterwards
 */
export async function runAdminAction<Schema extends z.ZodType>(
  form: FormData,
  { page, ...act }: AdministratorAct,
  schema: Schema,
  done: string,
  run: (input: z.output<Schema>, actor: Administrator) => Promise<Result<undefined, Reason>>,
  leadsTo = page,
): Promise<FormState> {
  const { administrator: developer, actor } = await requireActor()
  return submitForm(form, schema, 'administration.errors', (input) =>
    confirmed({ ...act, developer }, form, async () =>
      conclude(await run(input, actor), refusal, withQuery(leadsTo, { done })),
    ),
  )
}

/** The reason for a refusal, shown above the form. */
export async function refusal(reason: Reason): Promise<FormState> {
  return { error: (await getTranslations('administration.errors'))(reason) }
}

/** The administrator, as commands expect them. */
async function requireActor() {
  const administrator = await requireAdministrator()
  return { administrator, actor: { id: administrator.id, role: 'administrator' } as const }
}
