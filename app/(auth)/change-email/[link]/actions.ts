'use server'

import { redirect } from 'next/navigation'
import { type FormState, pressForm } from '@/app/_request/action'
import { formError } from '@/app/_request/form-errors'
import { withReturn } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { changeEmail } from '@/lib/identity/email-change'

export async function confirmNewEmail(link: string, _state: FormState, form: FormData) {
  const developer = await findCurrentDeveloper()
  if (!developer) redirect(withReturn('/sign-in', `/change-email/${encodeURIComponent(link)}`))
  return pressForm(form, async () => {
    const result = await changeEmail(link, developer.actor)
    if (!result.ok) return formError('change_unusable')
    await clearSessionCookie()
    redirect('/sign-in?done=email')
  })
}
