import { cookies } from 'next/headers'
import { encode } from 'next-auth/jwt'
import { getSettings, requireSetting } from '@/lib/env'
import { deviceCookieSeconds, rememberDevice } from '@/lib/identity/device-cookie'
import type { SessionClaims, StartedSession } from '@/lib/identity/session'

export function sessionCookieName(): string {
  return hostOnly('next-auth.session-token')
}

/** The cookie by which the accounts that signed in from this browser recognise it. */
export function knownDeviceCookieName(): string {
  return hostOnly('guichet.known-device')
}

/** RFC 6265bis §4.1.3: `__Host-` ties a cookie to https, this very host and the whole site. */
export function hostOnly(name: string): string {
  return isSecure() ? `__Host-${name}` : name
}

export function isSecure(): boolean {
  return getSettings().PORTAL_URL.startsWith('https:')
}

export const sessionCookieOptions = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/**
 * Sets the cookie that next-auth would: its sign-in page needs JavaScript, ours does not. Only once the sign-in is
 * complete does the browser also get the cookie by which it is recognised.
 */
export async function setSessionCookie(
  session: Omit<StartedSession, 'role'>,
  { pending = false } = {},
): Promise<void> {
  const { developerId, sessionId, sessionVersion, expiresAt, locale } = session
  const maxAge = Math.ceil((expiresAt.getTime() - Date.now()) / 1000)
  const claims: SessionClaims = { developerId, sessionId, sessionVersion }
  const value = await encode({ token: claims, secret: requireSetting('NEXTAUTH_SECRET'), maxAge })
  const jar = await cookies()
  jar.set(sessionCookieName(), value, { ...sessionCookieOptions, secure: isSecure(), expires: expiresAt })
  if (!pending) await rememberBrowser(developerId)
  // The language of the account, whatever the browser had before.
  if (locale) await rememberChoice('locale', locale)
}

const yearSeconds = 365 * 24 * 60 * 60

/** Readable by scripts on purpose: the error page, rendered only in the browser, needs the language. */
export async function rememberChoice(name: 'locale' | 'theme', value: string): Promise<void> {
  const options = { path: '/', sameSite: 'lax', secure: isSecure(), maxAge: yearSeconds } as const
  ;(await cookies()).set(name, value, options)
}

/** Makes this browser a known one of the developer: they signed in here, or opened a link from their e-mail. */
export async function rememberBrowser(developerId: string): Promise<void> {
  const jar = await cookies()
  const marks = rememberDevice(jar.get(knownDeviceCookieName())?.value, developerId)
  const options = { ...sessionCookieOptions, secure: isSecure(), maxAge: deviceCookieSeconds }
  jar.set(knownDeviceCookieName(), marks, options)
}

export async function clearSessionCookie(): Promise<void> {
  const jar = await cookies()
  // `delete` alone lacks the attributes without which a browser ignores it for a `__Host-` cookie.
  jar.set(sessionCookieName(), '', { ...sessionCookieOptions, secure: isSecure(), maxAge: 0 })
}
