import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { hostOnly, isSecure, sessionCookieOptions } from '@/app/_request/session-cookie'
import { requireSetting } from '@/lib/env'
import { type AuthorizationRequest, attemptSeconds } from '@/lib/identity/provider-flow'

/** Seconds in which a browser that signed out here passes that on to the provider. */
const signOutSeconds = 120
/** Characters: the cookie has to stay below 4 KiB. */
const maxNextLength = 1000

const attemptCookie = () => hostOnly('guichet.oidc')
const signOutCookie = () => hostOnly('guichet.oidc-sign-out')

/** Keeps the attempt in the browser that began it, sealed; a newer one replaces it. */
export async function keepAttempt(attempt: AuthorizationRequest): Promise<void> {
  const next = attempt.next.length > maxNextLength ? '' : attempt.next
  await keep(attemptCookie(), { ...attempt, next }, attemptSeconds)
}

/** The attempt that this browser began, which it thereby forgets; null if there is none. */
export async function consumeAttempt(): Promise<AuthorizationRequest | null> {
  const attempt = await read(attemptCookie())
  const jar = await cookies()
  jar.set(attemptCookie(), '', { ...sessionCookieOptions, secure: isSecure(), maxAge: 0 })
  return attempt && typeof attempt.state === 'string' ? (attempt as AuthorizationRequest) : null
}

/** Notes that this browser still has to report the end of this session to the provider. */
export function keepSignOut(sessionId: string): Promise<void> {
  return keep(signOutCookie(), { sessionId }, signOutSeconds)
}

/** The session that this browser has just signed out of; null if there is none. */
export async function findSignOut(): Promise<string | null> {
  const note = await read(signOutCookie())
  return typeof note?.sessionId === 'string' ? note.sessionId : null
}

/** The name of the cookie is a part of its key: no cookie of the portal passes as another. */
async function keep(name: string, token: Record<string, unknown>, maxAge: number): Promise<void> {
  const value = await encode({ token, secret: requireSetting('NEXTAUTH_SECRET'), salt: name, maxAge })
  const jar = await cookies()
  jar.set(name, value, { ...sessionCookieOptions, secure: isSecure(), maxAge })
}

async function read(name: string): Promise<Record<string, unknown> | null> {
  const token = (await cookies()).get(name)?.value
  if (!token) return null
  return decode({ token, secret: requireSetting('NEXTAUTH_SECRET'), salt: name }).catch(() => null)
}
