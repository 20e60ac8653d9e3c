import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { FormState } from '@/app/_request/action'
import { fieldError, formError, passwordError } from '@/app/_request/form-errors'
import { afterSignIn } from '@/app/_request/return-path'
import { revokeBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import type { ActivationRefused } from '@/lib/identity/activation'
import type { StartedSession } from '@/lib/identity/session'

/** Gives the browser this session instead of the one that it has, and leads to `path`. */
export async function enter(
  session: StartedSession,
  path: string,
  state?: Parameters<typeof setSessionCookie>[1],
): Promise<never> {
  await revokeBrowserSession()
  await setSessionCookie(session, state)
  return redirect(await afterSignIn(path))
}

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
