'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { fieldError, formError } from '@/app/_request/form-errors'
import { landing, returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, findPendingDeveloper, followSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import type { PasskeyOptions } from '@/components/ui/form-state'
import { beginSecondFactor } from '@/lib/identity/passkey'
import { signInByCode, signInByPasskey } from '@/lib/identity/reauthentication'
import type { StartedSession } from '@/lib/identity/session'

const messages = 'accounts.errors'

const completing = {
  messages,
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
export const beginPasskey = formAction<typeof beginSecondFactor, [], PasskeyOptions>(beginSecondFactor, {
  messages,
  person: requirePending,
  repeatable: true,
  show: (options) => ({ value: { get: options } }),
  refuse: startOver,
})

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
