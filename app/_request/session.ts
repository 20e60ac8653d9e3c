import { headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { getServerSession } from 'next-auth'
import { cache } from 'react'
import { authOptions, type ClaimedSession } from '@/app/_request/auth-options'
import { returnPath, withReturn } from '@/app/_request/return-path'
import { withQuery } from '@/components/query'
import type { Actor } from '@/lib/audit/schema'
import { findSession, isRecentlyConfirmed, type LiveSession, noteSession } from '@/lib/identity/session'

/** Who is signed in, as every page and action sees it. */
export type CurrentDeveloper = {
  id: string
  email: string
  role: 'developer' | 'reviewer' | 'administrator'
  locale: string
  sessionId: string
  /** When this session began, or got another id. */
  since: Date
  /** When they last proved that it is them (password or second factor), or null. */
  confirmedAt: Date | null
  hasAuthenticator: boolean
  hasPasskey: boolean
  /** Either of the two. */
  hasSecondFactor: boolean
  actor: Extract<Actor, { id: string }>
}

/** Who is signed in, or null. One look at the session's row for each request. */
export const findCurrentDeveloper = cache(async (): Promise<CurrentDeveloper | null> => {
  const session = await readSession()
  return session && !session.awaitingSecondFactor ? present(session) : null
})

/** Who gave the right password and still owes a code, or null. Nobody, for all other pages. */
export async function findPendingDeveloper(): Promise<CurrentDeveloper | null> {
  const session = await readSession()
  return session?.awaitingSecondFactor ? present(session) : null
}

/** The signed-in developer; a stranger is redirected to sign in. */
export async function requireDeveloper(): Promise<CurrentDeveloper> {
  const developer = await requireSignedIn()
  // Nothing is shown to those who decide on others before they have a second factor.
  if (developer.role !== 'developer' && !developer.hasSecondFactor)
    redirect(withReturn('/two-factor', await currentPath()))
  return developer
}

/** As {@link requireDeveloper}, but lets in who still has to set up a second factor: for that page only. */
export async function requireSignedIn(): Promise<CurrentDeveloper> {
  const developer = await findCurrentDeveloper()
  if (!developer) redirect(withReturn('/sign-in', await currentPath()))
  return developer
}

/** A reviewer or administrator with a second factor; developers are refused. */
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

/** That there is a queue or a list is no secret (403); whether there is what an address names is one (404). */
async function refuse(): Promise<never> {
  const [pathname = ''] = (await currentPath()).split('?')
  return /^[a-z/]+$/.test(pathname) ? forbidden() : notFound()
}

/** True while the developer's last proof that it is them is good. Signing in is no such proof. */
export function isConfirmed({ confirmedAt }: Pick<CurrentDeveloper, 'confirmedAt'>): boolean {
  return isRecentlyConfirmed(confirmedAt)
}

/** Goes on only within 15 minutes of a confirmation; else asks for one and comes back to `next`. */
export function requireConfirmation(developer: CurrentDeveloper, next: string): void {
  if (!isConfirmed(developer)) redirect(withQuery('/confirm', { next }))
}

/**
 * As {@link isConfirmed}, for setting a second factor up. While there is none, having signed in within the last 15
 * minutes does.
 */
export function hasRecentProof(developer: CurrentDeveloper): boolean {
  return isConfirmed(developer) || (!developer.hasSecondFactor && isRecentlyConfirmed(developer.since))
}

/** Goes on only with a recent proof; else asks for a confirmation and comes back to `next`. */
export function requireRecentProof(developer: CurrentDeveloper, next: string): void {
  if (!hasRecentProof(developer)) requireConfirmation(developer, next)
}

/** The session behind the cookie, or null. @throws when the database is away: nobody is signed out by that */
const readSession = cache(async (): Promise<LiveSession | null> => {
  const claimed: ClaimedSession | null = await getServerSession(authOptions())
  const session = claimed?.claims ? await findSession(claimed.claims) : null
  if (session) await noteSession(session)
  return session
})

function present({ id: sessionId, developerId: id, createdAt, ...session }: LiveSession): CurrentDeveloper {
  const { email, role, locale, confirmedAt, hasAuthenticator, hasPasskey } = session
  return {
    id,
    email,
    role,
    locale,
    sessionId,
    since: createdAt,
    confirmedAt,
    hasAuthenticator,
    hasPasskey,
    hasSecondFactor: hasAuthenticator || hasPasskey,
    actor: { id, role },
  }
}

/** The page being asked for, as portal/visit.ts wrote it down. */
async function currentPath(): Promise<string> {
  return returnPath((await headers()).get('x-guichet-path'))
}
