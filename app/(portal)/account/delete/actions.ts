'use server'

import { redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { keepDraft } from '@/app/_request/draft'
import { fieldError, formError } from '@/app/_request/form-errors'
import { requireAccountHolder, requireConfirmation } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { emailAddressSchema } from '@/lib/identity/schema'
import { deleteDeveloper } from '@/lib/lifecycle/delete-developer'

export async function deleteOwnAccount(_state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireAccountHolder()
  await keepDraft(developer, '/account/delete', form)
  requireConfirmation(developer, '/account/delete')
  return submit(form, emailAddressSchema, 'accounts.errors', async ({ email }) => {
    if (email !== developer.email) return fieldError('email', 'email_mismatch')
    const result = await deleteDeveloper(developer.actor)
    // A form posted twice finds the account already deleted.
    if (!result.ok && result.reason !== 'not_found') return formError(result.reason)
    await clearSessionCookie()
    redirect('/?done=deleted')
  })
}
