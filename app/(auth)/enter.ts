import { redirect } from 'next/navigation'
import { afterSignIn } from '@/app/_request/return-path'
import { revokeBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import type { StartedSession } from '@/lib/identity/session'

/** Gives the browser this session instead of the one that it has, and leads to `path`. */
export async function enter(
  session: StartedSession,
  path: string,
  state?: Parameters<typeof setSessionCookie>[1],
): Promise<never> {
  await revokeBrowserSession()
  await setSessionCookie(session, state)
  return redirect(await afterSignIn(path))
}
