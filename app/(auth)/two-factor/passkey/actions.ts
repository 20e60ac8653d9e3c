'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { formError } from '@/app/_request/form-errors'
import { withReturn } from '@/app/_request/return-path'
import { requireRecentProof, requireSignedIn } from '@/app/_request/session'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginRegistration, registerPasskey } from '@/lib/identity/passkey'
import { newPasskeySchema, passkeyNameSchema } from '@/lib/identity/schema'
import { showCodes } from '../new-factor'

const page = '/two-factor/passkey'

/** The options for the browser's prompt. The name is checked first: a passkey refused later stays on the device. */
export async function beginPasskey(form: FormData): Promise<FormState<PasskeyOptions>> {
  const developer = await requireSignedIn()
  requireRecentProof(developer, page)
  return submitForm(form, passkeyNameSchema, 'accounts.errors', async () => ({
    value: { create: await beginRegistration(developer, developer.sessionId) },
  }))
}

/** Returns the recovery codes, which are shown only this once, if it is the first factor. */
export async function addPasskey(_state: FormState<string[]>, form: FormData): Promise<FormState<string[]>> {
  const developer = await requireSignedIn()
  requireRecentProof(developer, page)
  return submitForm(form, newPasskeySchema, 'accounts.errors', async ({ name, passkey }) => {
    const session = { id: developer.sessionId, confirmedAt: developer.confirmedAt }
    const input = { name, response: passkey }
    const result = await registerPasskey(input, developer.actor, session, await findDevice())
    if (result.ok) return showCodes(result.value, 'passkey')
    if (result.reason === 'ended') redirect(withReturn('/sign-in', page))
    return formError(result.reason)
  })
}
