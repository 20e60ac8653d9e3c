'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { forceNavigation } from '@/app/_request/return-path'
import { requireReviewer } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { decideLimitRequest } from '@/lib/limits/commands'
import { limitDecisionSchema } from '@/lib/limits/schema'

/** Approve or reject: one form with two buttons. */
export async function decide(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireReviewer()
  return submit({
    form,
    schema: limitDecisionSchema,
    messages: 'limits.errors',
    async run(decision) {
      const result = await decideLimitRequest(id, decision, actor)
      const page = `/review/limits/${id}`
      if (result.ok) redirect(forceNavigation(withQuery(page, { done: result.value })))
      if (result.reason === 'not_higher')
        return { error: (await getTranslations('limits.errors'))('not_higher') }
      redirect(forceNavigation(withQuery(page, { refused: result.reason })))
    },
  })
}
