import { refresh } from 'next/cache'
import type { FormState } from '@/app/_request/action'
import { fieldError, formError, passwordError } from '@/app/_request/form-errors'
import type { ActivationRefused } from '@/lib/identity/activation'

/** Why an account was not activated. A version of the terms that has just come into force is shown, to be accepted. */
export async function refuseActivation(refusal: ActivationRefused): Promise<FormState> {
  if (!('weakness' in refusal))
    return refusal.reason === 'domain' ? formError('email_domain') : passwordError(refusal.reason)
  const { reason, weakness } = refusal
  const [terms, password] = await Promise.all([
    fieldError('terms', reason),
    weakness ? fieldError('password', weakness) : undefined,
  ])
  const errors = { ...password?.errors, ...terms.errors }
  if (reason !== 'terms_newer') return { errors }
  refresh()
  return { errors, values: {} }
}
