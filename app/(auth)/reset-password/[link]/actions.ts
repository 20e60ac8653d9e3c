'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { clearSessionCookie, rememberBrowser } from '@/app/_request/session-cookie'
import { fieldError, formError, throttledError, unlessBusy } from '@/app/(auth)/answers'
import type { Sent } from '@/app/(auth)/email-request'
import { renewPasswordReset, resetPassword } from '@/lib/identity/password-change'
import type { Weakness } from '@/lib/identity/password-strength'
import { newPasswordSchema, resetHours } from '@/lib/identity/schema'

export async function reset(_state: FormState, form: FormData): Promise<FormState> {
  return submit({
    form,
    schema: newPasswordSchema,
    messages: 'accounts.errors',
    run: (input) =>
      unlessBusy(async () => {
        const result = await resetPassword(input)
        if (!result.ok) return refuse(result.reason)
        await clearSessionCookie()
        await rememberBrowser(result.value)
        redirect('/sign-in?done=password')
      }),
  })
}

async function refuse(reason: Weakness | 'unusable_link') {
  return reason === 'unusable_link' ? formError('link_unusable') : fieldError('password', reason)
}

export async function renew(_state: FormState<Sent>, form: FormData): Promise<FormState<Sent>> {
  await requireSameOrigin()
  const result = await renewPasswordReset(String(form.get('link')))
  const resent = form.get('intent') === 'resend'
  const t = await getTranslations('accounts.sent')
  const sent = { email: '', body: t('resetAgain', { hours: resetHours }), resent: resent && result.ok }
  if (result.ok) return { value: sent }
  // The first mail replaced the expired link, so that a second press finds it gone: there is nothing more to say.
  if (result.reason === 'unknown_link') return resent ? { value: sent } : formError('link_unusable')
  return { ...(await throttledError(result)), ...(resent ? { value: sent } : {}) }
}
