'use server'

import { redirect } from 'next/navigation'
import { type FormState, requireForm, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { unlessBusy } from '@/app/_request/form-errors'
import { afterSignIn, home } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { refuseActivation } from '@/app/(auth)/refuse-activation'
import { renewEmail, sendActivation } from '@/app/(auth)/send-email'
import { activateDeveloper, renewActivation } from '@/lib/identity/activation'
import { activationHours, activationSchema } from '@/lib/identity/schema'

export async function activateOwnAccount(_state: FormState, form: FormData) {
  return submitForm(form, activationSchema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const result = await activateDeveloper(input, await findDevice())
      if (!result.ok) return refuseActivation(result)
      await endBrowserSession()
      await setSessionCookie(result.value)
      redirect(await afterSignIn(result.value.role === 'developer' ? home : '/two-factor'))
    }),
  )
}

/** Sends another link to the address of an expired one, or, where the link is unknown, to one that has to be typed. */
export async function renewLink(_state: FormState<string>, form: FormData) {
  if (!requireForm(form).get('link')) return sendActivation(form)
  return renewEmail(form, { message: 'activationAgain', hours: activationHours, request: renewActivation })
}
