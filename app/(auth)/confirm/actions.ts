'use server'

import { redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { returnPath } from '@/app/_request/return-path'
import { requireDeveloper } from '@/app/_request/session'
import { fieldError, throttledError, unlessBusy } from '@/app/(auth)/answers'
import { confirmIdentity } from '@/lib/developers/confirmation'
import { confirmationSchema } from '@/lib/developers/schema'

export async function confirm(_state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireDeveloper()
  return submit({
    form,
    schema: confirmationSchema,
    messages: 'accounts.errors',
    run: ({ password, code, next }) =>
      unlessBusy(async () => {
        // Beside the code where one can be given, as the password may have been left empty for it.
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
