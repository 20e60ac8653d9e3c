import { headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { getServerSession, type NextAuthOptions, type Session } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import { cache } from 'react'
import { findDevice } from '@/app/_request/caller'
import { returnPath, withReturn } from '@/app/_request/return-path'
import {
  isSecure,
  sessionCookieName,
  sessionCookieOptions,
  setSessionCookie,
} from '@/app/_request/session-cookie'
import { withQuery } from '@/components/query'
import type { ActingSession, Owner } from '@/lib/audit/schema'
import { execute, isRecentAuthentication } from '@/lib/commands/execute'
import { requireSetting } from '@/lib/env'
import {
  findSession,
  findSuccessor,
  type LiveSession,
  noteSession,
  revokeSession,
  type SessionClaims,
} from '@/lib/identity/session'
import { currentIdempotencyKey, isFormOfOther, noteReached, setAccountMismatch } from '@/lib/request-context'
import { findUploadRoute } from '@/lib/uploads'

/** The signed-in developer, as every page and action sees them. */
export type CurrentDeveloper = {
  id: string
  email: string
  role: 'developer' | 'reviewer' | 'administrator'
  locale: string
  displayName: string
  timeZone: string | null
  sessionId: string
  /** When this session began, or last changed its id. */
  since: Date
  /** When they last confirmed their identity (password or second factor), or null. */
  confirmedAt: Date | null
  hasAuthenticator: boolean
  hasPasskey: boolean
  /** Either of the two. */
  hasSecondFactor: boolean
  /** Whether terms are in force that they have not accepted. */
  awaitsTerms: boolean
  /** Whether an administrator has yet to approve them, or rejected them. */
  awaitsApproval: boolean
  /** Whether the provider of single sign-on opened this session: its authentication replaces our second factor. */
  byProvider: boolean
  actor: Owner & { session: ActingSession }
}

/** The longest lifetime of any session, in seconds; its row may end it sooner. */
const maxAge = 7 * 24 * 3600

/**
 * The signed-in developer, or null. Reads the session's row once per request.
 * @throws if a form was posted that was rendered for someone else
 */
export const findCurrentDeveloper = cache(async (): Promise<CurrentDeveloper | null> => {
  const session = await readSession()
  if (!session || session.awaitingSecondFactor) return null
  if (isFormOfOther(session.developerId)) refuseOther(session)
  return present(session)
})

/** A form acts only for whom it was rendered for: the portal's server says who is signed in now (portal/server.ts). */
function refuseOther({ email }: LiveSession): never {
  setAccountMismatch(email)
  throw new Error('The form was rendered for someone else.')
}

/** The developer who has given the password but not yet a code, or null. Other pages treat them as signed out. */
export async function findPendingDeveloper(): Promise<CurrentDeveloper | null> {
  const session = await readSession()
  return session?.awaitingSecondFactor ? present(session) : null
}

/**
 * The signed-in developer, who has accepted the terms in force and does not wait for an approval; anyone else is
 * redirected to what is missing, or to sign in.
 */
export async function requireDeveloper(): Promise<CurrentDeveloper> {
  const developer = await requireAccountHolder()
  const detour = findRequiredActionPath(developer)
  if (detour) await redirectTo(detour)
  return developer
}

/** Where someone has to go before they can use more than their account; null if nowhere. */
export function findRequiredActionPath(
  developer: CurrentDeveloper,
): '/two-factor' | '/terms/accept' | '/approval' | null {
  if (owesSecondFactor(developer)) return '/two-factor'
  if (developer.awaitsTerms) return '/terms/accept'
  return developer.awaitsApproval ? '/approval' : null
}

/**
 * Like {@link requireDeveloper}, but also for those who have yet to accept the terms, or wait for an
 * approval: for their account, and for the pages that say so.
 */
export async function requireAccountHolder(): Promise<CurrentDeveloper> {
  const developer = await requireSignedIn()
  if (owesSecondFactor(developer)) await redirectTo('/two-factor')
  return developer
}

/** The signed-in person whom nothing keeps from the portal's pages, or null. */
export async function findReader(): Promise<CurrentDeveloper | null> {
  const developer = await findCurrentDeveloper()
  return developer && !findRequiredActionPath(developer) ? developer : null
}

/** Reviewers and administrators see nothing before they have a second factor, or signed in with the provider. */
function owesSecondFactor({ role, hasSecondFactor, byProvider }: CurrentDeveloper): boolean {
  return role !== 'developer' && !hasSecondFactor && !byProvider
}

/** Like {@link requireDeveloper}, but also for those who still have to set up a second factor: for that page only. */
export async function requireSignedIn(): Promise<CurrentDeveloper> {
  const developer = await findCurrentDeveloper()
  return developer ?? redirectTo('/sign-in')
}

/** Leads to what is missing first. A form is not received by it, which that page then says. */
export async function redirectTo(page: string): Promise<never> {
  const unsent = (await headers()).has(postHeader) ? '1' : ''
  redirect(withQuery(withReturn(page, await currentPath()), { unsent }))
}

/** Set by portal/exchange.ts on what a form posts. */
const postHeader = 'x-guichet-post'

/** A reviewer or administrator with a second factor, here or at the provider; developers are refused. */
export async function requireReviewer(): Promise<CurrentDeveloper> {
  const developer = await requireSignedIn()
  if (developer.role === 'developer') return refuse()
  return requireDeveloper()
}

/** An administrator with a second factor; all others are refused. */
export async function requireAdministrator(): Promise<CurrentDeveloper> {
  const developer = await requireReviewer()
  if (developer.role !== 'administrator') return refuse()
  return developer
}

/** The existence of a queue or a list is no secret (403); the existence of a single item in a URL is (404). */
async function refuse(): Promise<never> {
  const [pathname = ''] = (await currentPath()).split('?')
  return /^[a-z/]+$/.test(pathname) ? forbidden() : notFound()
}

/** True for 15 minutes after the developer's last confirmation, which some ways of signing in are too. */
export function isRecentlyAuthenticated({ confirmedAt }: Pick<CurrentDeveloper, 'confirmedAt'>): boolean {
  return isRecentAuthentication(confirmedAt)
}

/**
 * Like {@link isRecentlyAuthenticated}, for setting up a second factor. Before the first one, having signed in within
 * the last 15 minutes is enough, but not with the provider, which may not have asked for anything: the new factor can
 * confirm.
 */
export function maySetUpFactor(developer: CurrentDeveloper): boolean {
  if (isRecentlyAuthenticated(developer)) return true
  return !developer.hasSecondFactor && !developer.byProvider && isRecentAuthentication(developer.since)
}

/** Continues only with a recent proof; otherwise asks for a confirmation and returns to `next`. */
export function requireRecentAuthentication(developer: CurrentDeveloper, next: string): void {
  if (!maySetUpFactor(developer)) redirect(withQuery('/confirm', { next }))
}

/**
 * Ends the session that this browser holds, also one of another account, or one that waits for a code. Call it before
 * the browser loses its cookie or gets that of a new session: no copy of it may stay valid.
 * @returns the session that ended
 */
export async function revokeBrowserSession(): Promise<Pick<LiveSession, 'id' | 'byProvider'> | null> {
  const session = await readSession()
  if (session) {
    const { id: target, developerId: id, role } = session
    await execute(revokeSession, { actor: { id, role }, target })
  }
  return session
}

/** The session behind the cookie, or null. @throws if the database is unavailable: an outage signs no one out */
const readSession = cache(async (): Promise<LiveSession | null> => {
  noteReached()
  const claimed: ClaimedSession | null = await getServerSession(authOptions())
  const session = claimed?.claims ? await findSessionOf(claimed.claims) : null
  if (session) await noteSession(session)
  return session
})

/** That of the cookie, or the one that took its place when the same form was posted before. */
async function findSessionOf(claims: SessionClaims): Promise<LiveSession | null> {
  const session = await findSession(claims)
  if (session) return session
  const successor = await findSuccessor(claims, currentIdempotencyKey())
  return successor && findSession(successor)
}

/** Gives a browser that lost the response to this form the cookie that was in it. */
export async function followSession(): Promise<void> {
  const claimed: ClaimedSession | null = await getServerSession(authOptions())
  const successor = claimed?.claims ? await findSuccessor(claimed.claims, currentIdempotencyKey()) : null
  if (successor) await setSessionCookie(successor)
}

async function present(live: LiveSession): Promise<CurrentDeveloper> {
  const { id: sessionId, developerId: id, createdAt, ...session } = live
  const { email, role, locale, displayName, timeZone, confirmedAt, hasAuthenticator, hasPasskey } = session
  const { awaitsTerms, awaitsApproval, byProvider } = session
  return {
    id,
    email,
    role,
    locale,
    displayName,
    timeZone,
    sessionId,
    since: createdAt,
    confirmedAt,
    hasAuthenticator,
    hasPasskey,
    hasSecondFactor: hasAuthenticator || hasPasskey,
    awaitsTerms,
    awaitsApproval,
    byProvider,
    actor: {
      id,
      role,
      confirmedAt,
      session: { id: sessionId, device: await findDevice(), idempotencyKey: currentIdempotencyKey() },
    },
  }
}

/** The requested page, as portal/exchange.ts recorded it; of files, the one with their form. */
export async function currentPath(): Promise<string> {
  const path = returnPath((await headers()).get('x-guichet-path'))
  return findUploadRoute(path)?.streamed ? path.replace(/\/[^/]+$/, '') : path
}

/** The result of `getServerSession`: the cookie's claims, none of which is trusted before its row has been read. */
type ClaimedSession = Omit<Session, 'user'> & { claims: SessionClaims | null }

/**
 * next-auth's options: a cookie that only its key can make and read. The session's row is not read in a callback,
 * because next-auth treats an error there as the end of the session: a database outage would sign everyone out. None of
 * next-auth's routes is served. A function, as the settings aren't available when the portal is built.
 */
function authOptions(): NextAuthOptions {
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
