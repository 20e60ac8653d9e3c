'use server'

import { redirect } from 'next/navigation'
import { requireSameOrigin } from '@/app/_request/action'
import { findCurrentDeveloper } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { revokeSession } from '@/lib/identity/session'

/** Ends this browser's session, so that copies of its cookie stop working too, and redirects home. */
export async function signOut() {
  await requireSameOrigin()
  const developer = await findCurrentDeveloper()
  if (developer) await revokeSession(developer.sessionId, developer.actor)
  await clearSessionCookie()
  redirect('/')
}
