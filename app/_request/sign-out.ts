'use server'

import { redirect } from 'next/navigation'
import { requireSameOrigin } from '@/app/_request/action'
import { endBrowserSession } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'

/** Ends this browser's session, so that copies of its cookie stop working too, and redirects home. */
export async function signOut() {
  await requireSameOrigin()
  await endBrowserSession()
  await clearSessionCookie()
  redirect('/')
}
