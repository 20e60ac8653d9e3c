'use server'

import { redirect } from 'next/navigation'
import { type FormState, requireSameOrigin } from '@/app/_request/action'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { formError } from '@/app/(auth)/answers'
import { changeEmail } from '@/lib/developers/email-change'

export async function confirmNewEmail(_state: FormState, form: FormData): Promise<FormState> {
  await requireSameOrigin()
  const result = await changeEmail(String(form.get('link')))
  if (!result.ok) return formError('link_unusable')
  await clearSessionCookie()
  redirect('/sign-in?done=email')
}
