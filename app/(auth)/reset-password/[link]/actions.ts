'use server'

import { redirect } from 'next/navigation'
import { type FormState, requireForm, submitForm } from '@/app/_request/action'
import { passwordError, unlessBusy } from '@/app/_request/form-errors'
import { endBrowserSession } from '@/app/_request/session'
import { clearSessionCookie, rememberBrowser } from '@/app/_request/session-cookie'
import { renewEmail, sendReset } from '@/app/(auth)/send-email'
import { renewPasswordReset, resetPassword } from '@/lib/identity/password-change'
import { newPasswordSchema, resetHours } from '@/lib/identity/schema'

export async function resetOwnPassword(_state: FormState, form: FormData) {
  return submitForm(form, newPasswordSchema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const result = await resetPassword(input)
      if (!result.ok) return passwordError(result.reason)
      await endBrowserSession()
      await clearSessionCookie()
      await rememberBrowser(result.value)
      redirect('/sign-in?done=password')
    }),
  )
}

/** Sends another link to the address of an expired one, or, where the link is unknown, to one that has to be typed. */
export async function renewLink(_state: FormState<string>, form: FormData) {
  if (!requireForm(form).get('link')) return sendReset(form)
  return renewEmail(form, { message: 'resetAgain', hours: resetHours, request: renewPasswordReset })
}
