'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, requireTexts, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { confirmed } from '@/app/_request/confirmed'
import { fieldError, unlessBusy } from '@/app/_request/form-errors'
import { afterSignIn, withReturn } from '@/app/_request/return-path'
import { endBrowserSession, findCurrentDeveloper } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { acceptAsDeveloper, acceptAsNewcomer } from '@/lib/developers/invitation'
import { newPasswordSchema } from '@/lib/identity/schema'

/** Without an account: the password creates one, with the role. */
export async function acceptWithPassword(_state: FormState, form: FormData) {
  return submitForm(form, newPasswordSchema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const result = await acceptAsNewcomer(input, await findDevice())
      if (!result.ok)
        return result.reason === 'unusable_link' ? dead() : fieldError('password', result.reason)
      await endBrowserSession()
      await setSessionCookie(result.value)
      redirect(await afterSignIn('/two-factor'))
    }),
  )
}

/** With an account: signed in, with a recent confirmation. */
export async function acceptInvitation(link: string, _state: FormState, form: FormData) {
  requireTexts(link)
  const page = `/invitation/${encodeURIComponent(link)}`
  const developer = await findCurrentDeveloper()
  if (!developer) redirect(withReturn('/sign-in', page))
  return pressForm(form, () =>
    confirmed({ developer, act: 'invitation.acceptInvitation', about: [] }, form, async () => {
      const result = await acceptAsDeveloper(link, developer, await findDevice())
      if (!result.ok) return dead()
      await setSessionCookie(result.value)
      redirect(developer.hasSecondFactor ? '/review' : '/two-factor')
    }),
  )
}

async function dead(): Promise<FormState> {
  const t = await getTranslations('administration.invitation')
  return { error: `${t('dead')}. ${t('deadBody')}` }
}
