'use server'

import { redirect } from 'next/navigation'
import { type FormState, refuseMalformed } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { withQuery } from '@/components/query'
import { requestCommands } from '@/lib/quota-requests/commands'
import { type RequestKind, requestKinds } from '@/lib/quota-requests/schema'

type Decide = (typeof requestCommands)[RequestKind]['decide']
type Id = [requestId: string]

const decisions = { limits: decisionOn('limits'), networks: decisionOn('networks') }

/** Approves or rejects a request: one form with two buttons. */
export async function decideOnRequest(kind: RequestKind, id: string, state: FormState, form: FormData) {
  if (!requestKinds.includes(kind)) refuseMalformed()
  return decisions[kind](id, state, form)
}

function decisionOn(kind: RequestKind) {
  const pageOf = (id: string, query: Record<string, string>) =>
    forceNavigation(withQuery(`/review/${kind}/${encodeURIComponent(id)}`, query))
  return formAction<Decide, Id>(requestCommands[kind].decide, {
    messages: 'limits.errors',
    question: { title: `${kind}.decisionQuestion`, values: ({ input: { outcome } }) => ({ outcome }) },
    to: (done, { bound: [id] }) => pageOf(id, { done }),
    refuse: ({ reason }, { bound: [id] }) =>
      reason === 'not_higher' ? undefined : redirect(pageOf(id, { refused: reason })),
  })
}
