'use server'

import { redirect } from 'next/navigation'
import { type FormState, pressForm } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { formError } from '@/app/_request/form-errors'
import { provesIdentity } from '@/app/_request/prove'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { database } from '@/lib/database'
import { beginConfirmation } from '@/lib/identity/passkey'
import { claimForm } from '@/lib/posted-form'

/** By a password, a code or a passkey. */
export async function confirmOwnIdentity(_state: FormState, form: FormData) {
  const developer = await requireSignedIn()
  return pressForm(form, async () => {
    const refused = await provesIdentity(developer, form)
    if (refused) return refused
    await database().$transaction((transaction) => claimForm(transaction, developer.id))
    // Of a page of an earlier version, whose confirmations performed an act.
    if (form.has('act')) return formError('act_forgotten')
    return redirect(returnPath(form.get('next')))
  })
}

/** The options for the browser's passkey prompt. */
export const beginPasskey = formAction<typeof beginConfirmation, [], PasskeyOptions>(beginConfirmation, {
  messages: 'accounts.errors',
  person: requireSignedIn,
  repeatable: true,
  show: (options) => ({ value: { get: options } }),
})
