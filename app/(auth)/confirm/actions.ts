'use server'

import { redirect } from 'next/navigation'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import { fieldError, formError, throttledError, unlessBusy } from '@/app/(auth)/answers'
import type { PasskeyOptions } from '@/components/passkey-ceremony'
import { confirmIdentity } from '@/lib/identity/confirmation'
import { beginAssertion } from '@/lib/identity/passkey'
import { confirmationSchema, passkeySchema } from '@/lib/identity/schema'

export async function confirm(_state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireSignedIn()
  return submit({
    form,
    schema: confirmationSchema,
    messages: 'accounts.errors',
    run: ({ password, code, next }) =>
      unlessBusy(async () => {
        // Shown at the code where one can be given: the password may have been left empty on purpose.
        const field = developer.hasSecondFactor && (code !== '' || password === '') ? 'code' : 'password'
        if (password === '' && code === '')
          return fieldError(field, developer.hasSecondFactor ? 'proof_required' : 'password_required')
        const result = await confirmIdentity({ password, code }, developer.actor, developer.sessionId)
        if (!result.ok && result.reason === 'throttled') return throttledError(result)
        if (!result.ok) return fieldError(field, field === 'code' ? 'code_wrong' : 'password_wrong')
        redirect(returnPath(next))
      }),
  })
}

/** The options for the browser's passkey prompt. */
export async function beginPasskey(): Promise<FormState<PasskeyOptions>> {
  await requireSameOrigin()
  const developer = await requireSignedIn()
  return { value: { get: await beginAssertion(developer, developer.sessionId, 'confirm') } }
}

export async function confirmWithPasskey(_state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireSignedIn()
  return submit({
    form,
    schema: passkeySchema,
    messages: 'accounts.errors',
    async run({ passkey, next }) {
      const result = await confirmIdentity({ passkey }, developer.actor, developer.sessionId)
      if (!result.ok && result.reason === 'throttled') return throttledError(result)
      if (!result.ok) return formError('passkey_wrong')
      redirect(returnPath(next))
    },
  })
}
