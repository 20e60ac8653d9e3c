'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { fieldError, formError, providerOnlyError, suspendedError } from '@/app/_request/form-errors'
import { afterSignIn, landing, returnPath, withReturn } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { startSignIn } from '@/lib/identity/sign-in'

export const signIn = formAction(startSignIn, {
  messages: 'accounts.errors',
  async after({ hasSecondFactor, ...session }, { form }) {
    await endBrowserSession()
    await setSessionCookie(session, { pending: hasSecondFactor })
    const next = form.get('next')
    const code = withReturn('/sign-in/code', returnPath(next))
    redirect(await afterSignIn(hasSecondFactor ? code : returnPath(next, landing(session.role))))
  },
  async refuse(refusal) {
    if (refusal.reason === 'wrong') return fieldError('password', 'sign_in_wrong')
    if (refusal.reason === 'outgrown') return formError('password_outgrown')
    if (refusal.reason === 'provider_only') return providerOnlyError()
    return refusal.reason === 'suspended' ? suspendedError({ id: refusal.developerId }) : undefined
  },
})
