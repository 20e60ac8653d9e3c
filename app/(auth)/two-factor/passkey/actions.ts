'use server'

import { formAction } from '@/app/_request/form-action'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginRegistration, registerPasskey } from '@/lib/identity/passkey'
import { newFactor } from '../new-factor'

const { messages, person, ...options } = newFactor('/two-factor/passkey', 'passkey')

/** The options for the browser's prompt. */
export const beginPasskey = formAction<typeof beginRegistration, [], PasskeyOptions>(beginRegistration, {
  messages,
  person,
  repeatable: true,
  show: (options) => ({ value: { create: options } }),
})

/** Returns the recovery codes, which are shown only this once, if it is the first factor. */
export const addPasskey = formAction<typeof registerPasskey, [], string[]>(registerPasskey, {
  messages,
  person,
  ...options,
})
