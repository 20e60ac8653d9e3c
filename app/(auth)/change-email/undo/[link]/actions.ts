'use server'

import { redirect } from 'next/navigation'
import { type FormState, pressForm } from '@/app/_request/action'
import { formError } from '@/app/_request/form-errors'
import { withQuery } from '@/components/query'
import { undoEmailChange } from '@/lib/identity/email-undo'

export async function undoOwnEmailChange(link: string, _state: FormState, form: FormData) {
  return pressForm(form, async () => {
    const result = await undoEmailChange(link)
    if (!result.ok) return formError(result.reason === 'address_taken' ? 'address_taken' : 'link_unusable')
    redirect(withQuery('/sign-in', { done: result.value }))
  })
}
