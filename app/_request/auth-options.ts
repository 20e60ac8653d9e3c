import type { NextAuthOptions, Session } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import { isSecure, sessionCookieName, sessionCookieOptions } from '@/app/_request/session-cookie'
import { requireSetting } from '@/lib/env'
import type { SessionClaims } from '@/lib/identity/session'

/** The result of `getServerSession`: the cookie's claims, none of which is trusted before its row has been read. */
export type ClaimedSession = Omit<Session, 'user'> & { claims: SessionClaims | null }

/** The longest lifetime of any session, in seconds; its row may end it sooner. */
const maxAge = 7 * 24 * 3600

/**
 * next-auth's options: a cookie that only its key can make and read. The session's row is not read in a callback,
 * because next-auth treats an error there as the end of the session: a database outage would sign everyone out. None of
 * next-auth's routes is served. A function, as the settings aren't available when the portal is built.
 */
export function authOptions(): NextAuthOptions {
  return {
    secret: requireSetting('NEXTAUTH_SECRET'),
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    useSecureCookies: isSecure(),
    cookies: {
      sessionToken: { name: sessionCookieName(), options: { ...sessionCookieOptions, secure: isSecure() } },
    },
    providers: [],
    callbacks: {
      session: ({ session, token }): ClaimedSession => ({
        expires: session?.expires,
        claims: readClaims(token),
      }),
    },
    // It can only complain about invalid cookies, which strangers may send as often as they like.
    logger: { error() {}, warn() {}, debug() {} },
  }
}

function readClaims({ developerId, sessionId, sessionVersion }: JWT): SessionClaims | null {
  if (typeof sessionId !== 'string' || typeof developerId !== 'string') return null
  return { developerId, sessionId, sessionVersion: Number(sessionVersion) }
}
