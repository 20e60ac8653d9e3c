'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { unlessBusy } from '@/app/_request/form-errors'
import { afterSignIn, home } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { refuseActivation } from '@/app/(auth)/refuse-activation'
import { getLocale } from '@/i18n/current-locale'
import { joinAsNewcomer } from '@/lib/applications/join'
import { subjectPath } from '@/lib/applications/subject'
import { activationSchema } from '@/lib/identity/schema'

/** Without an account: the password creates one, which joins. */
export async function joinWithPassword(_state: FormState, form: FormData) {
  return submitForm(form, activationSchema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const result = await joinAsNewcomer({ ...input, locale: await getLocale() }, await findDevice())
      if (!result.ok) return refuseActivation(result)
      const { session, subject } = result.value
      await endBrowserSession()
      await setSessionCookie(session)
      redirect(await afterSignIn(subject ? `${subjectPath(subject)}/team?done=joined` : home))
    }),
  )
}
