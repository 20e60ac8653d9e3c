'use server'

import { formAction } from '@/app/_request/form-action'
import { providerOnlyError, suspendedError } from '@/app/_request/form-errors'
import { landing, returnPath } from '@/app/_request/return-path'
import { enter } from '@/app/(auth)/enter'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginPasskeySignIn, signInWithPasskey } from '@/lib/identity/passkey-sign-in'

const messages = 'accounts.errors'

/** The options for the browser's passkey prompt, the same for everyone. */
export const beginPasskey = formAction<typeof beginPasskeySignIn, [], PasskeyOptions>(beginPasskeySignIn, {
  messages,
  show: (options) => ({ value: { get: options } }),
})

/** Signs in with a passkey alone, which counts as both factors. */
export const givePasskey = formAction(signInWithPasskey, {
  messages,
  after: (session, { form }) => enter(session, returnPath(form.get('next'), landing(session.role))),
  async refuse(refusal) {
    if (refusal.reason === 'provider_only') return providerOnlyError()
    return refusal.reason === 'suspended' ? suspendedError({ id: refusal.developerId }) : undefined
  },
})
