'use server'

import { redirect } from 'next/navigation'
import { type FormState, requireForm, submittedValues } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { formError } from '@/app/_request/form-errors'
import { reauthenticateFromForm } from '@/app/_request/reauthenticate'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { idempotencyKeyField } from '@/components/ui/hidden-field-names'
import { beginConfirmation } from '@/lib/identity/passkey'

/** By a password, a code or a passkey. */
export async function confirmOwnIdentity(_state: FormState, form: FormData): Promise<FormState> {
  const key = requireForm(form).get(idempotencyKeyField)
  const refused = await reauthenticateFromForm(await requireSignedIn(), form, String(key))
  if (refused) return { ...refused, values: submittedValues(form) }
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
