'use server'

import { type FormState, requireForm } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { passwordError } from '@/app/_request/form-errors'
import { revokeBrowserSession } from '@/app/_request/session'
import { clearSessionCookie, rememberBrowser } from '@/app/_request/session-cookie'
import { emailForm } from '@/app/(auth)/send-email'
import { renewPasswordReset, requestPasswordReset, resetPassword } from '@/lib/identity/password-change'
import { resetHours } from '@/lib/identity/schema'

export const resetOwnPassword = formAction(resetPassword, {
  messages: 'accounts.errors',
  async after(developerId) {
    await revokeBrowserSession()
    await clearSessionCookie()
    await rememberBrowser(developerId)
  },
  to: '/sign-in?done=password',
  refuse: ({ reason }) => passwordError(reason),
})

const renew = emailForm(renewPasswordReset, 'resetAgain', resetHours)
const request = emailForm(requestPasswordReset, 'reset', resetHours)

/** Sends another link to the address of an expired one, or, where the link is unknown, to one that has to be typed. */
export async function renewLink(state: FormState<string>, form: FormData) {
  return requireForm(form).get('link') ? renew(state, form) : request(state, form)
}
