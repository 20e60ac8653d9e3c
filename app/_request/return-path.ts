import { headers } from 'next/headers'
import { withQuery } from '@/components/query'
import { findPortalPath } from '@/lib/text-input'

/** The page to open after signing in if none was requested. */
export const home = '/applications'

/** The home page of a role: where its work is. */
export function landing(role: 'developer' | 'reviewer' | 'administrator'): string {
  return { developer: home, reviewer: '/review', administrator: '/administration' }[role]
}

/**
 * A page of this portal to return to, or `fallback`.
 * @param asked what the caller sent
 */
export function returnPath(asked: unknown, fallback: string = home): string {
  return (typeof asked === 'string' ? findPortalPath(asked) : null) ?? fallback
}

/** `path` with the page to return to, unless that is the home page. */
export function withReturn(path: string, next: string): string {
  return withQuery(path, { next: next === home ? '' : next })
}

/**
 * Makes the URL differ from the previous one by adding the time of the post. When redirected to the current page, or to
 * another anchor on it, Next doesn't navigate and leaves the old content in place.
 */
export function forceNavigation(address: string): string {
  return withQuery(address, { at: Date.now().toString(36) })
}

/**
 * Where a browser goes after signing in: `path`. One that sent no cookie at all may keep none, so it goes by way of
 * `/signed-in`, which leads on or says so.
 */
export async function afterSignIn(path: string): Promise<string> {
  return (await headers()).has('cookie') ? path : withQuery('/signed-in', { next: path })
}

/** Redirects to a path of the portal after a form. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } })
}
