import { redirect } from 'next/navigation'
import type { z } from 'zod'
import { type FormState, submit } from '@/app/_request/action'
import { withQuery } from '@/components/query'
import type { Administrator } from '@/lib/audit/schema'
import type { Result } from '@/lib/result'
import { refusal, requireConfirmedActor } from './answers'

type Reason = Parameters<typeof refusal>[0]

type Deed<Schema extends z.ZodType> = {
  /** The page of the one it is done to, which shows afterwards that it is. */
  page: string
  form: FormData
  schema: Schema
  /** The notice of `frame.tsx` that says so. */
  done: string
  run: (input: z.output<Schema>, actor: Administrator) => Promise<Result<undefined, Reason>>
}

/** What an administrator does to a developer or an application: confirm, check, one command, back to its page. */
export async function doOnPage<Schema extends z.ZodType>(deed: Deed<Schema>): Promise<FormState> {
  const { page, form, schema, done, run } = deed
  const actor = await requireConfirmedActor(page, form)
  return submit({
    form,
    schema,
    messages: 'administration.errors',
    async run(input) {
      const result = await run(input, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(withQuery(page, { done }))
    },
  })
}
