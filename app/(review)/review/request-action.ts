'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submitForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { forceNavigation } from '@/app/_request/return-path'
import { requireReviewer } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { decideRequest } from '@/lib/requests/commands'
import { findRequest } from '@/lib/requests/queries'
import { type RequestKind, requestDecisionSchema, requestKinds } from '@/lib/requests/schema'

/** Approves or rejects a request: one form with two buttons. */
export async function decideOnRequest(kind: RequestKind, id: string, _state: FormState, form: FormData) {
  const developer = await requireReviewer()
  if (!requestKinds.includes(kind)) notFound()
  const request = await findRequest(kind, id)
  const about = request ? [{ type: 'application', id: request.application.id } as const] : []
  return submitForm(form, requestDecisionSchema, 'limits.errors', (decision) => {
    const values = { kind, outcome: decision.outcome }
    return confirmed({ developer, act: 'request.decideOnRequest', about, values }, form, async () => {
      const result = await decideRequest(kind, id, decision, developer.actor)
      if (!result.ok && result.reason === 'not_higher')
        return { error: (await getTranslations('limits.errors'))('not_higher') }
      const query = result.ok ? { done: result.value } : { refused: result.reason }
      return redirect(forceNavigation(withQuery(`/review/${kind}/${id}`, query)))
    })
  })
}
