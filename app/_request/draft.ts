import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { typedValues } from '@/app/_request/action'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { hostOnly, isSecure, sessionCookieOptions } from '@/app/_request/session-cookie'
import { requireSetting } from '@/lib/env'
import { confirmationMinutes } from '@/lib/identity/schema'

/** Browsers limit name, value and attributes to 4,096 bytes (RFC 6265 §6.1). */
const maxDraftLength = 3_900

/**
 * Keeps what was typed while a person is on the way to a confirmation and back, encrypted in their own browser. Call
 * it before `requireConfirmation` in an action whose form holds text; once confirmed it forgets.
 * Only the decision on a submission has a table for this (decision 54): its list of accounts is a hundred times what a
 * cookie holds.
 * @param path the page of the form, where {@link findDraft} gives it back
 */
export async function keepDraft(developer: CurrentDeveloper, path: string, form: FormData): Promise<void> {
  const jar = await cookies()
  const name = draftCookieName()
  const options = { ...sessionCookieOptions, secure: isSecure() }
  if (isConfirmed(developer)) {
    if (jar.get(name)) jar.set(name, '', { ...options, maxAge: 0 })
    return
  }
  const maxAge = confirmationMinutes * 60
  const token = { developerId: developer.id, path, values: typedValues(form) }
  const draft = await encode({ token, secret: requireSetting('NEXTAUTH_SECRET'), salt: name, maxAge })
  if (draft.length <= maxDraftLength) jar.set(name, draft, { ...options, maxAge })
}

/** This developer's input in this page's form from before the confirmation; empty if there is no draft. */
export async function findDraft(developer: CurrentDeveloper, path: string): Promise<Record<string, string>> {
  const name = draftCookieName()
  const token = (await cookies()).get(name)?.value
  const draft = await decode({ token, secret: requireSetting('NEXTAUTH_SECRET'), salt: name }).catch(
    () => null,
  )
  if (draft?.developerId !== developer.id || draft.path !== path) return {}
  return draft.values as Record<string, string>
}

function draftCookieName(): string {
  return hostOnly('guichet.draft')
}
