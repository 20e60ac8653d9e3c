'use server'

import { type FormState, submitForm } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginRegistration, registerPasskey } from '@/lib/identity/passkey'
import { passkeyNameSchema } from '@/lib/identity/schema'
import { newFactor } from '../new-factor'

const options = newFactor('/two-factor/passkey', 'passkey')

/** The options for the browser's prompt. The name is checked first: a passkey refused later stays on the device. */
export async function beginPasskey(form: FormData): Promise<FormState<PasskeyOptions>> {
  const developer = await options.person()
  return submitForm(form, passkeyNameSchema, options.messages, async () => ({
    value: { create: await beginRegistration(developer, developer.sessionId) },
  }))
}

/** Returns the recovery codes, which are shown only this once, if it is the first factor. */
export const addPasskey = formAction<typeof registerPasskey, [], string[]>(registerPasskey, options)
