import { redirect } from 'next/navigation'
import type { z } from 'zod'
import { type FormState, submit } from '@/app/_request/action'
import { withQuery } from '@/components/query'
import type { Administrator } from '@/lib/audit/schema'
import type { Result } from '@/lib/result'
import { refusal, requireConfirmedActor } from './answers'

type Reason = Parameters<typeof refusal>[0]

type AdminAction<Schema extends z.ZodType> = {
  /** The page of the developer or application, which shows the result. */
  page: string
  /** The page to go to instead, where that one no longer exists afterwards. */
  leadsTo?: string
  form: FormData
  schema: Schema
  /** The notice of `frame.tsx` that reports it. */
  done: string
  run: (input: z.output<Schema>, actor: Administrator) => Promise<Result<undefined, Reason>>
}

/** Runs an administrator's action on a developer or application: confirm, validate, run one command, redirect. */
export async function runAdminAction<Schema extends z.ZodType>(
  action: AdminAction<Schema>,
): Promise<FormState> {
  const { page, leadsTo = page, form, schema, done, run } = action
  const actor = await requireConfirmedActor(page, form)
  return submit({
    form,
    schema,
    messages: 'administration.errors',
    async run(input) {
      const result = await run(input, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(withQuery(leadsTo, { done }))
    },
  })
}
