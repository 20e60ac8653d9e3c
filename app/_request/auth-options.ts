import type { NextAuthOptions, Session } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import { isSecure, sessionCookieName, sessionCookieOptions } from '@/app/_request/session-cookie'
import { requireSetting } from '@/lib/env'
import type { SessionClaims } from '@/lib/identity/session'

/** What `getServerSession` gives: what the cookie claims, of which nothing is true before its row was read. */
export type ClaimedSession = Omit<Session, 'user'> & { claims: SessionClaims | null }

/** As long as any session lives, in seconds; its row may end it sooner. */
const maxAge = 7 * 24 * 3600

/**
 * next-auth's options: a cookie that only its key makes and reads. The session's row is not read in a callback: next-auth
 * takes an error there for the end of the session, so that an outage of the database would sign everyone out. None of
 * next-auth's routes is served. A function, as the settings are not there when the portal is built.
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
    // All that it can complain of is a cookie that is not ours, which strangers may send as often as they like.
    logger: { error() {}, warn() {}, debug() {} },
  }
}

function readClaims({ developerId, sessionId, sessionVersion }: JWT): SessionClaims | null {
  if (typeof sessionId !== 'string' || typeof developerId !== 'string') return null
  return { developerId, sessionId, sessionVersion: Number(sessionVersion) }
}
