import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { getLocale } from '@/i18n/current-locale'
import { requestActivation } from '@/lib/identity/activation'
import { requestPasswordReset } from '@/lib/identity/password-change'
import { activationHours, emailAddressSchema, resetHours } from '@/lib/identity/schema'
import type { Throttled } from '@/lib/identity/throttle'
import type { Result } from '@/lib/result'
import { fieldError, formError, throttledError } from '../_request/form-errors'

type Request = { email: string; resend: boolean; address: string }

type Email = {
  /** The page's message for it, in `accounts.sent`. */
  message: 'activation' | 'reset' | 'browser'
  /** How long its link is valid. */
  hours: number
  request: (request: Request) => Promise<Result<undefined, 'domain'> | Throttled>
}

/** Takes the form of `EmailRequest`, and shows the same whether or not anyone has the address. */
export function sendEmail(form: FormData, { message, hours, request }: Email): Promise<FormState<string>> {
  return submitForm(form, emailAddressSchema, 'accounts.errors', async ({ email, intent }) => {
    const resend = intent === 'resend'
    const { address } = await findDevice()
    const result = await request({ email, resend, address })
    if (!result.ok && result.reason === 'domain') return fieldError('email', 'email_domain')
    const t = await getTranslations('accounts.sent')
    return show(result.ok ? null : result, t(message, { email, hours }), resend)
  })
}

type Renewal = {
  message: 'activationAgain' | 'resetAgain'
  hours: number
  /** Sends another link to the address that this one went to. */
  request: (link: string) => Promise<{ ok: true } | { ok: false; reason: 'unknown_link' } | Throttled>
}

/** Sends the link of a new account. */
export function sendActivation(form: FormData): Promise<FormState<string>> {
  return sendEmail(form, {
    message: 'activation',
    hours: activationHours,
    request: async (request) => requestActivation({ ...request, locale: await getLocale() }),
  })
}

/** Sends the link that sets another password. */
export function sendReset(form: FormData): Promise<FormState<string>> {
  return sendEmail(form, {
    message: 'reset',
    hours: resetHours,
    request: ({ address, ...request }) => requestPasswordReset(request, address),
  })
}

/** Takes the form of `EmailRequest` for an expired link. */
export function renewEmail(form: FormData, { message, hours, request }: Renewal): Promise<FormState<string>> {
  return pressForm<string>(form, async () => {
    const resend = form.get('intent') === 'resend'
    const result = await request(String(form.get('link')))
    const value = (await getTranslations('accounts.sent'))(message, { hours })
    if (result.ok) return show(null, value, resend)
    if (result.reason === 'throttled') return show(result, value, resend)
    // The first mail replaced the expired link, so that a second press finds it gone: there is nothing more to say.
    return resend ? { value } : formError('link_unusable')
  })
}

async function show(refusal: Throttled | null, body: string, resend: boolean): Promise<FormState<string>> {
  if (refusal) return { ...(await throttledError(refusal)), ...(resend ? { value: body } : {}) }
  const t = await getTranslations('accounts.sent')
  return { value: body, ...(resend ? { done: t('resent') } : {}) }
}
