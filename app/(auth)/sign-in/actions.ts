'use server'

import { formAction } from '@/app/_request/form-action'
import { fieldError, formError, providerOnlyError, suspendedError } from '@/app/_request/form-errors'
import { landing, returnPath, withReturn } from '@/app/_request/return-path'
import { enter } from '@/app/(auth)/enter'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginPasskeySignIn, signInWithPasskey } from '@/lib/identity/passkey-sign-in'
import { startSignIn } from '@/lib/identity/sign-in'

export const signIn = formAction(startSignIn, {
  messages: 'accounts.errors',
  async after({ hasSecondFactor, ...session }, { form }) {
    const next = form.get('next')
    const code = withReturn('/sign-in/code', returnPath(next))
    const path = hasSecondFactor ? code : returnPath(next, landing(session.role))
    await enter(session, path, { pending: hasSecondFactor })
  },
  async refuse(refusal) {
    if (refusal.reason === 'wrong') return fieldError('password', 'sign_in_wrong')
    if (refusal.reason === 'outgrown') return formError('password_outgrown')
    if (refusal.reason === 'provider_only') return providerOnlyError()
    return refusal.reason === 'suspended' ? suspendedError({ id: refusal.developerId }) : undefined
  },
})

/** The options for the browser's passkey prompt, the same for everyone. */
export const beginPasskey = formAction<typeof beginPasskeySignIn, [], PasskeyOptions>(beginPasskeySignIn, {
  messages: 'accounts.errors',
  show: (options) => ({ value: { get: options } }),
})

/** Signs in with a passkey alone, which counts as both factors. */
export const givePasskey = formAction(signInWithPasskey, {
  messages: 'accounts.errors',
  after: (session, { form }) => enter(session, returnPath(form.get('next'), landing(session.role))),
  async refuse(refusal) {
    if (refusal.reason === 'provider_only') return providerOnlyError()
    return refusal.reason === 'suspended' ? suspendedError({ id: refusal.developerId }) : undefined
  },
})
