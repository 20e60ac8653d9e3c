'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import {
  fieldError,
  formError,
  providerOnlyError,
  suspendedError,
  throttledError,
  unlessBusy,
} from '@/app/_request/form-errors'
import { afterSignIn, landing, returnPath, withReturn } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { signInSchema } from '@/lib/identity/schema'
import { startSignIn } from '@/lib/identity/sign-in'
import type { RefusalOf } from '@/lib/result'

/** With `wait`, the form also offers an e-mailed link that ends the wait in this browser. */
export async function signIn(_state: FormState<'wait'>, form: FormData) {
  return submitForm(form, signInSchema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const result = await startSignIn(input, await findDevice())
      if (!result.ok) return refuse(result, input.email)
      await endBrowserSession()
      await setSessionCookie(result.value, { pending: result.value.hasSecondFactor })
      const { hasSecondFactor, role } = result.value
      const code = withReturn('/sign-in/code', returnPath(input.next))
      redirect(await afterSignIn(hasSecondFactor ? code : returnPath(input.next, landing(role))))
    }),
  )
}

async function refuse(result: RefusalOf<typeof startSignIn>, email: string): Promise<FormState<'wait'>> {
  if (result.reason === 'throttled') return { ...(await throttledError(result)), value: 'wait' }
  if (result.reason === 'wrong') return fieldError('password', 'sign_in_wrong')
  if (result.reason === 'outgrown') return formError('password_outgrown')
  return result.reason === 'provider_only' ? providerOnlyError() : suspendedError({ email })
}
