'use server'

import { redirect } from 'next/navigation'
import { keepSignOut } from '@/app/_request/provider-attempt'
import { revokeBrowserSession } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'

/**
 * Ends this browser's session, so that copies of its cookie stop working too, and redirects home; by way of
 * the provider if it opened the session.
 */
export async function signOut() {
  const ended = await revokeBrowserSession()
  await clearSessionCookie()
  if (!ended?.byProvider) redirect('/')
  await keepSignOut(ended.id)
  redirect('/oidc/sign-out')
}
