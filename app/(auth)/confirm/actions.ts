'use server'

import { redirect } from 'next/navigation'
import { type FormState, requireForm, typedValues } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { formError } from '@/app/_request/form-errors'
import { provesIdentity } from '@/app/_request/prove'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import { formKeyField } from '@/components/ui/confirming-field'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginConfirmation } from '@/lib/identity/passkey'

/** By a password, a code or a passkey. */
export async function confirmOwnIdentity(_state: FormState, form: FormData): Promise<FormState> {
  const key = requireForm(form).get(formKeyField)
  const refused = await provesIdentity(await requireSignedIn(), form, String(key))
  if (refused) return { ...refused, values: typedValues(form) }
  // Of a page of an earlier version, whose confirmations performed an act.
  return form.has('act') ? formError('act_forgotten') : redirect(returnPath(form.get('next')))
}

/** The options for the browser's passkey prompt. */
export const beginPasskey = formAction<typeof beginConfirmation, [], PasskeyOptions>(beginConfirmation, {
  messages: 'accounts.errors',
  person: requireSignedIn,
  repeatable: true,
  show: (options) => ({ value: { get: options } }),
})
