'use server'

import { redirect } from 'next/navigation'
import { type FormState, pressForm } from '@/app/_request/action'
import { formError } from '@/app/_request/form-errors'
import { rememberBrowser } from '@/app/_request/session-cookie'
import { makeBrowserKnown } from '@/lib/identity/known-browser'

export async function makeOwnBrowserKnown(link: string, _state: FormState, form: FormData) {
  return pressForm(form, async () => {
    const result = await makeBrowserKnown(link)
    if (!result.ok) return formError('link_unusable')
    await rememberBrowser(result.value)
    redirect('/sign-in?done=browser')
  })
}
