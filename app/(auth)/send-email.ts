import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { emailAddressSchema } from '@/lib/identity/schema'
import type { Throttled } from '@/lib/identity/throttle'
import { throttledError } from './answers'
import type { Sent } from './email-request'

type Request = { email: string; resend: boolean; address: string }

type Email = {
  /** What the page says of it, in `accounts.sent`. */
  message: 'activation' | 'reset' | 'browser'
  /** How long its link is good for. */
  hours: number
  request: (request: Request) => Promise<{ ok: true; value: undefined } | Throttled>
}

/** Takes the form of `EmailRequest`, and shows the same whether or not anyone has the address. */
export function sendEmail(form: FormData, { message, hours, request }: Email): Promise<FormState<Sent>> {
  return submit({
    form,
    schema: emailAddressSchema,
    messages: 'accounts.errors',
    async run({ email, intent }) {
      const resend = intent === 'resend'
      const { address } = await findDevice()
      const result = await request({ email, resend, address })
      const t = await getTranslations('accounts.sent')
      const sent = { email, body: t(message, { email, hours }), resent: resend && result.ok }
      if (result.ok) return { value: sent }
      return { ...(await throttledError(result)), ...(resend ? { value: sent } : {}) }
    },
  })
}
