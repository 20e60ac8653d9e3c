import { cookies } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { sessionCookieName } from '@/app/_request/session-cookie'
import { requireSetting } from '@/lib/env'
import { findSuspension } from '@/lib/identity/refused-sign-in'
import { isUuid } from '@/lib/ids'

/** Why the person whose session this browser still holds was suspended; null for everyone else. */
export async function findOwnSuspension(): Promise<{ reason: string } | null> {
  const token = (await cookies()).get(sessionCookieName())?.value
  if (!token) return null
  const claims = await decode({ token, secret: requireSetting('NEXTAUTH_SECRET') }).catch(() => null)
  const id = claims?.developerId
  return isUuid(id) ? findSuspension({ id }) : null
}
