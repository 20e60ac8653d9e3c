'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { formError, providerOnlyError, suspendedError, throttledError } from '@/app/_request/form-errors'
import { afterSignIn, landing, returnPath } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { beginPasskeySignIn, signInWithPasskey } from '@/lib/identity/passkey-sign-in'
import { passkeySchema } from '@/lib/identity/schema'

/** The options for the browser's passkey prompt, the same for everyone. */
export async function beginPasskey() {
  const result = await beginPasskeySignIn(await findDevice())
  return result.ok ? { value: { get: result.value } } : throttledError(result)
}

/** Signs in with a passkey alone, which counts as both factors. */
export async function givePasskey(_state: FormState, form: FormData) {
  return submitForm(form, passkeySchema, 'accounts.errors', async ({ passkey, next }) => {
    const result = await signInWithPasskey(passkey, await findDevice())
    if (!result.ok && result.reason === 'throttled') return throttledError(result)
    if (!result.ok && result.reason === 'provider_only') return providerOnlyError()
    if (!result.ok && result.reason === 'suspended') return suspendedError({ id: result.developerId })
    if (!result.ok) return formError('passkey_wrong')
    await endBrowserSession()
    await setSessionCookie(result.value)
    redirect(await afterSignIn(returnPath(next, landing(result.value.role))))
  })
}
