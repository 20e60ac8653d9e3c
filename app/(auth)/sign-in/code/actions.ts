'use server'

import { redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { landing, returnPath } from '@/app/_request/return-path'
import { findPendingDeveloper } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { fieldError, throttledError } from '@/app/(auth)/answers'
import { completeSignIn } from '@/lib/developers/confirmation'
import { codeSchema } from '@/lib/developers/schema'

export async function giveCode(_state: FormState, form: FormData): Promise<FormState> {
  const pending = await findPendingDeveloper()
  if (!pending) redirect('/sign-in')
  return submit({
    form,
    schema: codeSchema,
    messages: 'accounts.errors',
    async run({ code, next }) {
      const session = { id: pending.sessionId, confirmedAt: null }
      const result = await completeSignIn(code, pending.actor, session, await findDevice())
      if (!result.ok && result.reason === 'throttled') return throttledError(result)
      if (!result.ok && result.reason === 'over') redirect('/sign-in')
      if (!result.ok) return fieldError('code', 'code_wrong')
      await setSessionCookie(result.value)
      redirect(returnPath(next, landing(pending.role)))
    },
  })
}
