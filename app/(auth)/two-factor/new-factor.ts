import { redirect } from 'next/navigation'
import type { FormState } from '@/app/_request/action'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { withQuery } from '@/components/query'
import type { StartedSession } from '@/lib/identity/session'

type NewFactor = { session: StartedSession; recoveryCodes: string[] }

/**
 * Starts the session that a new factor brings. The recovery codes, which only the first one has, are shown
 * this once.
 */
export async function showCodes(
  { session, recoveryCodes }: NewFactor,
  done: string,
): Promise<FormState<string[]>> {
  await setSessionCookie(session)
  if (recoveryCodes.length === 0) redirect(withQuery('/account/security', { done }))
  return { value: recoveryCodes }
}
