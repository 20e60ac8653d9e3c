'use server'

import { redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { forceNavigation } from '@/app/_request/return-path'
import { requireReviewer } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { limitDecisionSchema } from '@/lib/limits/schema'
import { decideNetworkRequest } from '@/lib/networks/commands'

/** Approve or reject: one form with two buttons. */
export async function decide(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireReviewer()
  return submit({
    form,
    schema: limitDecisionSchema,
    messages: 'networks.errors',
    async run(decision) {
      const result = await decideNetworkRequest(id, decision, actor)
      const query = result.ok ? { done: result.value } : { refused: result.reason }
      redirect(forceNavigation(withQuery(`/review/networks/${id}`, query)))
    },
  })
}
