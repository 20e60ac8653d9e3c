'use server'

import { redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { home } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { passwordError, unlessBusy } from '@/app/(auth)/answers'
import { renewEmail } from '@/app/(auth)/send-email'
import { signUp } from '@/app/(auth)/sign-up/actions'
import { activateDeveloper, renewActivation } from '@/lib/identity/activation'
import { activationHours, newPasswordSchema } from '@/lib/identity/schema'

export async function activate(_state: FormState, form: FormData): Promise<FormState> {
  return submit({
    form,
    schema: newPasswordSchema,
    messages: 'accounts.errors',
    run: (input) =>
      unlessBusy(async () => {
        const result = await activateDeveloper(input, await findDevice())
        if (!result.ok) return passwordError(result.reason)
        await endBrowserSession()
        await setSessionCookie(result.value)
        redirect(result.value.role === 'developer' ? home : '/two-factor')
      }),
  })
}

/** Sends another link to the address of an expired one, or, where the link is unknown, to one that has to be typed. */
export async function renew(state: FormState<string>, form: FormData): Promise<FormState<string>> {
  if (!form.get('link')) return signUp(state, form)
  return renewEmail(form, { message: 'activationAgain', hours: activationHours, request: renewActivation })
}
