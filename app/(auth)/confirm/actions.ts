'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { fieldError, formError, throttledError, unlessBusy } from '@/app/_request/form-errors'
import { performAct } from '@/app/_request/perform-act'
import { returnPath, withReturn } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireSignedIn } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import type { PasskeyOptions } from '@/components/passkey-ceremony'
import { confirmIdentity, type Proof } from '@/lib/identity/confirmation'
import { beginAssertion } from '@/lib/identity/passkey'
import { takePendingAct } from '@/lib/identity/pending-act'
import { confirmationSchema, passkeySchema, settlingSchema } from '@/lib/identity/schema'

type State = FormState<FormState<unknown>>
type Then = { act?: string; next?: string }

export async function confirmOwnIdentity(_state: State, form: FormData): Promise<State> {
  const developer = await requireSignedIn()
  return submitForm<typeof confirmationSchema, FormState<unknown>>(
    form,
    confirmationSchema,
    'accounts.errors',
    ({ password, code, ...then }) =>
      unlessBusy(async () => {
        // Shown at the code where one can be given: the password may have been left empty on purpose.
        const field = developer.hasSecondFactor && (code !== '' || password === '') ? 'code' : 'password'
        if (password === '' && code === '')
          return fieldError(field, developer.hasSecondFactor ? 'proof_required' : 'password_required')
        return proceed({ password, code }, developer, then, () =>
          fieldError(field, field === 'code' ? 'code_wrong' : 'password_wrong'),
        )
      }),
  )
}

/** The options for the browser's passkey prompt. */
export async function beginPasskey(): Promise<FormState<PasskeyOptions>> {
  const developer = await requireSignedIn()
  return { value: { get: await beginAssertion(developer, developer.sessionId, 'confirm') } }
}

export async function confirmWithPasskey(_state: State, form: FormData): Promise<State> {
  const developer = await requireSignedIn()
  return submitForm<typeof passkeySchema, FormState<unknown>>(
    form,
    passkeySchema,
    'accounts.errors',
    ({ passkey, ...then }) => proceed({ passkey }, developer, then, () => formError('passkey_wrong')),
  )
}

/** Performs an act that waits, or ends it. One that needs a confirmation asks for it again. */
export async function settleAct(_state: State, form: FormData): Promise<State> {
  const { sessionId } = await requireSignedIn()
  return submitForm<typeof settlingSchema, FormState<unknown>>(
    form,
    settlingSchema,
    'accounts.errors',
    async ({ act, next, intent }) => {
      if (intent === 'go') return performAct(act, sessionId, next)
      await takePendingAct(sessionId, act)
      return next === undefined ? {} : redirect(returnPath(next))
    },
  )
}

/** Performs the act that waits, in the confirmed session, whose id is another; without one, continues to `next`. */
async function proceed(
  proof: Proof,
  { actor, sessionId }: CurrentDeveloper,
  { act, next }: Then,
  wrong: () => Promise<Pick<FormState, 'errors' | 'error'>>,
): Promise<State> {
  const result = await confirmIdentity(proof, actor, sessionId, await findDevice())
  if (!result.ok && result.reason === 'throttled') return throttledError(result)
  if (!result.ok && result.reason === 'wrong') return wrong()
  if (!result.ok) redirect(withReturn('/sign-in', returnPath(next)))
  await setSessionCookie(result.value)
  if (!act) redirect(returnPath(next))
  return performAct(act, result.value.sessionId, next)
}
