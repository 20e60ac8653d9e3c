'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { fieldError, formError } from '@/app/_request/form-errors'
import { landing, returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, findPendingDeveloper, followSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { signInByCode, signInByPasskey } from '@/lib/identity/confirmation'
import { beginAssertion } from '@/lib/identity/passkey'
import type { StartedSession } from '@/lib/identity/session'

const completing = {
  messages: 'accounts.errors',
  person: requirePending,
  after: (session: StartedSession) => setSessionCookie(session),
  to: (_: StartedSession, { developer, form }: { developer: CurrentDeveloper; form: FormData }) =>
    returnPath(String(form.get('next') ?? ''), landing(developer.role)),
}

export const giveCode = formAction(signInByCode, {
  ...completing,
  refuse: ({ reason }) => (reason === 'not_found' ? startOver() : fieldError('code', 'code_wrong')),
})

/** The options for the browser's passkey prompt. */
export async function beginPasskey() {
  const pending = await requirePending()
  return { value: { get: await beginAssertion(pending, pending.sessionId, 'sign_in') } }
}

export const givePasskey = formAction(signInByPasskey, {
  ...completing,
  refuse: ({ reason }) => (reason === 'not_found' ? startOver() : formError('passkey_wrong')),
})

async function requirePending(): Promise<CurrentDeveloper> {
  return (await findPendingDeveloper()) ?? startOver()
}

/** To sign in again, or to what that page leads to where the code was given already. */
async function startOver(): Promise<never> {
  await followSession()
  return redirect('/sign-in')
}
