'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { fieldError } from '@/app/_request/form-errors'
import { requireAccountHolder } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { deleteDeveloper } from '@/lib/lifecycle/delete-developer'

const deleted = '/?done=deleted'

export const deleteOwnAccount = formAction(deleteDeveloper, {
  messages: 'accounts.errors',
  person: requireAccountHolder,
  question: { title: 'accounts.deletion.confirm' },
  after: clearSessionCookie,
  to: deleted,
  async refuse({ reason }) {
    if (reason === 'email_mismatch') return fieldError('email', reason)
    // It was deleted meanwhile.
    if (reason !== 'not_found') return undefined
    await clearSessionCookie()
    redirect(deleted)
  },
})
