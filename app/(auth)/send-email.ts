import { getTranslations } from 'next-intl/server'
import { type FormState, press, submit } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { emailAddressSchema } from '@/lib/identity/schema'
import type { Throttled } from '@/lib/identity/throttle'
import { formError, throttledError } from './answers'
import type { Sent } from './email-request'

type Accepted = { ok: true; value: undefined }
type Send = (request: { email: string; resend: boolean; address: string }) => Promise<Accepted | Throttled>
type Renew = (link: string) => Promise<Accepted | Throttled | { ok: false; reason: 'unknown_link' }>

type Email<Request> = {
  /** What the page says of it, in `accounts.sent`. */
  message: 'activation' | 'activationAgain' | 'reset' | 'resetAgain' | 'browser'
  /** How long its link is good for. */
  hours: number
  request: Request
}

/** Takes the form of `EmailRequest`, and shows the same whether or not anyone has the address. */
export function sendEmail(
  form: FormData,
  { message, hours, request }: Email<Send>,
): Promise<FormState<Sent>> {
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

/** Mails the link of an expired one again: the form of `EmailRequest` names that link instead of an address. */
export function renewEmail(
  form: FormData,
  { message, hours, request }: Email<Renew>,
): Promise<FormState<Sent>> {
  return press<Sent>(form, async () => {
    const result = await request(String(form.get('link')))
    const resend = form.get('intent') === 'resend'
    const t = await getTranslations('accounts.sent')
    const sent = { email: '', body: t(message, { hours, email: '' }), resent: resend && result.ok }
    if (result.ok) return { value: sent }
    // The first mail replaced the expired link, so that a second press finds it gone: there is nothing more to say.
    if (result.reason === 'unknown_link') return resend ? { value: sent } : formError('link_unusable')
    return { ...(await throttledError(result)), ...(resend ? { value: sent } : {}) }
  })
}
