'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { home } from '@/app/_request/return-path'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { fieldError, formError, throttledError, unlessBusy } from '@/app/(auth)/answers'
import type { Sent } from '@/app/(auth)/email-request'
import { activateDeveloper, renewActivation } from '@/lib/identity/activation'
import type { Weakness } from '@/lib/identity/password-strength'
import { activationHours, newPasswordSchema } from '@/lib/identity/schema'

export async function activate(_state: FormState, form: FormData): Promise<FormState> {
  return submit({
    form,
    schema: newPasswordSchema,
    messages: 'accounts.errors',
    run: (input) =>
      unlessBusy(async () => {
        const result = await activateDeveloper(input, await findDevice())
        if (!result.ok) return refuse(result.reason)
        await setSessionCookie(result.value)
        redirect(result.value.role === 'developer' ? home : '/two-factor')
      }),
  })
}

async function refuse(reason: Weakness | 'unusable_link') {
  return reason === 'unusable_link' ? formError('link_unusable') : fieldError('password', reason)
}

export async function renew(_state: FormState<Sent>, form: FormData): Promise<FormState<Sent>> {
  await requireSameOrigin()
  const result = await renewActivation(String(form.get('link')))
  const resent = form.get('intent') === 'resend'
  const t = await getTranslations('accounts.sent')
  const sent = {
    email: '',
    body: t('activationAgain', { hours: activationHours }),
    resent: resent && result.ok,
  }
  if (result.ok) return { value: sent }
  // The first mail replaced the expired link, so that a second press finds it gone: there is nothing more to say.
  if (result.reason === 'unknown_link') return resent ? { value: sent } : formError('link_unusable')
  return { ...(await throttledError(result)), ...(resent ? { value: sent } : {}) }
}
