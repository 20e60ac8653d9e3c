'use server'

import { getLocale, getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { throttledError } from '@/app/(auth)/answers'
import type { Sent } from '@/app/(auth)/email-request'
import { requestActivation } from '@/lib/identity/activation'
import { activationHours, emailAddressSchema } from '@/lib/identity/schema'

export async function signUp(_state: FormState<Sent>, form: FormData): Promise<FormState<Sent>> {
  return submit({
    form,
    schema: emailAddressSchema,
    messages: 'accounts.errors',
    async run({ email, intent }) {
      const resend = intent === 'resend'
      const { address } = await findDevice()
      const result = await requestActivation({ email, locale: await getLocale(), resend, address })
      const t = await getTranslations('accounts.sent')
      const sent = {
        email,
        body: t('activation', { email, hours: activationHours }),
        resent: resend && result.ok,
      }
      if (result.ok) return { value: sent }
      return { ...(await throttledError(result)), ...(resend ? { value: sent } : {}) }
    },
  })
}
