'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { fieldError, formError, throttledError } from '@/app/_request/form-errors'
import { withReturn } from '@/app/_request/return-path'
import { requireRecentProof, requireSignedIn } from '@/app/_request/session'
import { codeSchema } from '@/lib/identity/schema'
import { turnOnSecondFactor } from '@/lib/identity/second-factor'
import type { RefusalOf } from '@/lib/result'
import { showCodes } from './new-factor'

const page = '/two-factor'

/** Returns the recovery codes, which are shown only this once. */
export async function turnOnAuthenticator(
  _state: FormState<string[]>,
  form: FormData,
): Promise<FormState<string[]>> {
  const developer = await requireSignedIn()
  requireRecentProof(developer, page)
  return submitForm(form, codeSchema, 'accounts.errors', async ({ code }) => {
    const session = { id: developer.sessionId, confirmedAt: developer.confirmedAt }
    const result = await turnOnSecondFactor(code, developer.actor, session, await findDevice())
    return result.ok ? showCodes(result.value, 'authenticator') : refuse(result)
  })
}

async function refuse(result: RefusalOf<typeof turnOnSecondFactor>) {
  if (result.reason === 'throttled') return throttledError(result)
  if (result.reason === 'ended') redirect(withReturn('/sign-in', page))
  if (result.reason === 'code_wrong') return fieldError('code', 'code_wrong')
  // The page shows the new key together with the error.
  revalidatePath(page)
  return formError(result.reason)
}
