import type { NextAuthOptions, Session } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import { returnPath } from '@/app/_request/return-path'
import { isSecure, sessionCookieName, sessionCookieOptions } from '@/app/_request/session-cookie'
import { signInSchema } from '@/lib/developers/schema'
import {
  findSession,
  type LiveSession,
  noteSession,
  revokeSession,
  type SessionClaims,
  type StartedSession,
} from '@/lib/developers/session'
import { signIn } from '@/lib/developers/sign-in'
import { requireSetting } from '@/lib/env'
import { createLogger } from '@/lib/logger'

/** What `getServerSession` answers. `user` is missing when the session is over, `pending` waits for its code. */
export type PortalSession = Omit<Session, 'user'> & { user?: LiveSession; pending?: LiveSession }

/** As long as any session lives, in seconds; its row may end it sooner. */
const maxAge = 7 * 24 * 3600

/**
 * next-auth's options: a password check by the same command as our own form, and a cookie that is worth nothing
 * without its row. A function, as the settings are not there when the portal is built.
 */
export function authOptions(): NextAuthOptions {
  return {
    secret: requireSetting('NEXTAUTH_SECRET'),
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    pages: { signIn: '/sign-in', signOut: '/', error: '/sign-in' },
    useSecureCookies: isSecure(),
    cookies: {
      sessionToken: { name: sessionCookieName(), options: { ...sessionCookieOptions, secure: isSecure() } },
    },
    providers: [
      Credentials({
        credentials: { email: {}, password: { type: 'password' } },
        authorize: checkCredentials,
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? readClaims(user as unknown as StartedSession) : token),
      session: ({ token }) => describeSession(token) as Promise<Session>,
      redirect: ({ url, baseUrl }) =>
        baseUrl + returnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    // A cookie that is not ours is nobody's: strangers must not be able to fill the log with stacks.
    logger: { error: logError, warn() {}, debug() {} },
    events: {
      async signOut({ token }) {
        const session = isClaims(token) ? await findSession(token) : null
        if (session) await revokeSession(session.id, { id: session.developerId, role: session.role })
      },
    },
  }
}

function logError(code: string): void {
  if (code !== 'JWT_SESSION_ERROR') createLogger('portal').error({ code }, 'next-auth failed')
}

type AuthorizeRequest = { headers?: Record<string, string> }

async function checkCredentials(given: Record<string, string> | undefined, request: AuthorizeRequest) {
  const parsed = signInSchema.safeParse(given)
  if (!parsed.success) return null
  const { 'x-guichet-caller': address = '', 'user-agent': userAgent = '' } = request.headers ?? {}
  const result = await signIn(parsed.data, { address, userAgent })
  return result.ok ? { id: result.value.developerId, ...result.value } : null
}

async function describeSession(token: JWT): Promise<PortalSession> {
  const session = isClaims(token) ? await findSession(token) : null
  if (!session) return { expires: new Date(0).toISOString() }
  await noteSession(session)
  const expires = new Date(Number(token.exp) * 1000).toISOString()
  return session.awaitingSecondFactor ? { expires, pending: session } : { expires, user: session }
}

function readClaims({ developerId, sessionId, sessionVersion }: StartedSession): JWT {
  return { developerId, sessionId, sessionVersion }
}

function isClaims(token: unknown): token is SessionClaims {
  const claims = token as Partial<SessionClaims> | null
  return typeof claims?.sessionId === 'string' && typeof claims.developerId === 'string'
}
