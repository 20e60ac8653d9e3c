'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { fieldError, formError } from '@/app/_request/form-errors'
import { requireAccountHolder } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { emailAddressSchema } from '@/lib/identity/schema'
import { deleteDeveloper } from '@/lib/lifecycle/delete-developer'

export async function deleteOwnAccount(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  const about = [{ type: 'developer', id: developer.id } as const]
  const act = { developer, act: 'accountDeletion.deleteOwnAccount', about } as const
  return submitForm(form, emailAddressSchema, 'accounts.errors', async ({ email }) => {
    if (email !== developer.email) return fieldError('email', 'email_mismatch')
    return confirmed(act, form, async () => {
      const result = await deleteDeveloper(developer.actor)
      // A form posted twice finds the account already deleted.
      if (!result.ok && result.reason !== 'not_found') return formError(result.reason)
      await clearSessionCookie()
      redirect('/?done=deleted')
    })
  })
}
