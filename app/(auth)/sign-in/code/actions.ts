'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { fieldError, formError, throttledError } from '@/app/_request/form-errors'
import { landing, returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, findPendingDeveloper, followSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { completeSignIn, type FactorProof } from '@/lib/identity/confirmation'
import { beginAssertion } from '@/lib/identity/passkey'
import { codeSchema, passkeySchema } from '@/lib/identity/schema'

export async function giveCode(_state: FormState, form: FormData) {
  const pending = await requirePending()
  return submitForm(form, codeSchema, 'accounts.errors', ({ code, next }) =>
    complete({ code }, pending, next),
  )
}

/** The options for the browser's passkey prompt. */
export async function beginPasskey() {
  const pending = await requirePending()
  return { value: { get: await beginAssertion(pending, pending.sessionId, 'sign_in') } }
}

export async function givePasskey(_state: FormState, form: FormData) {
  const pending = await requirePending()
  return submitForm(form, passkeySchema, 'accounts.errors', ({ passkey, next }) =>
    complete({ passkey }, pending, next),
  )
}

async function complete(proof: FactorProof, pending: CurrentDeveloper, next: string | undefined) {
  const session = { id: pending.sessionId, confirmedAt: null }
  const result = await completeSignIn(proof, pending.actor, session, await findDevice())
  if (!result.ok && result.reason === 'throttled') return throttledError(result)
  if (!result.ok && result.reason === 'over') return startOver()
  if (!result.ok) return 'code' in proof ? fieldError('code', 'code_wrong') : formError('passkey_wrong')
  await setSessionCookie(result.value)
  redirect(returnPath(next, landing(pending.role)))
}

async function requirePending(): Promise<CurrentDeveloper> {
  return (await findPendingDeveloper()) ?? startOver()
}

/** To sign in again, or to what that page leads to where the code was given already. */
async function startOver(): Promise<never> {
  await followSession()
  return redirect('/sign-in')
}
