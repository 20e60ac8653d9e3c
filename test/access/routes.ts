import type { Places } from './places'

/** Public on purpose. Routes not named here redirect signed-out visitors to sign in. */
export const openRoutes = [
  '/',
  '/activate/[link]',
  '/announcements.atom',
  '/announcements.json',
  '/announcements/[id]',
  '/api/[...path]',
  '/api/usage.csv',
  '/api/usage.json',
  '/brand/accent',
  '/brand/icon',
  '/brand/logo',
  '/certificate/[link]',
  '/certificate/[link]/share',
  '/change-email/[link]',
  '/change-email/undo/[link]',
  '/commands',
  '/docs',
  '/docs/[...path]',
  '/docs/client/[file]',
  '/docs/markdown/[[...path]]',
  '/docs/openapi.json',
  '/docs/reference/[group]',
  '/forgot-password',
  '/invitation/[link]',
  '/join/[link]',
  '/llms-full.txt',
  '/llms.txt',
  '/mcp',
  '/oidc/back-channel-logout',
  '/oidc/callback',
  '/oidc/sign-in',
  '/oidc/sign-out',
  '/reset-password/[link]',
  '/search',
  '/sign-in',
  '/sign-in/browser',
  '/sign-in/browser/[link]',
  '/sign-up',
  '/signed-in',
  '/status',
  '/terms',
  '/terms/[version]',
]

/** Responds only to someone who gave a password and still owes a code. */
export const pendingRoutes = ['/sign-in/code']

/** Whether a route, by its pattern, is for people who are signed in. */
export function isPrivate(path: string): boolean {
  return ![...openRoutes, ...pendingRoutes].includes(path)
}

/** Whether it is for reviewers and administrators. */
export function isForStaff(path: string): boolean {
  return /^\/(review|administration)(\/|$)/.test(path)
}

/** Signed out, a developer with applications, or a reviewer and administrator. */
export type Visitor = 'stranger' | 'developer' | 'reviewer'

/** As whom a route is examined, by its pattern. */
export function visitorOf(path: string): Visitor {
  if (openRoutes.includes(path)) return 'stranger'
  return isForStaff(path) ? 'reviewer' : 'developer'
}

/** A pattern with its values filled in. @throws for one without a value */
export function fillIn(pattern: string, filled: Places): string {
  const segments = pattern.split('/')
  const whole = segments.map((segment, index) => {
    if (!segment.startsWith('[')) return segment
    const upTo = (end: number) => filled[segments.slice(0, end).join('/') as keyof Places]
    const place = (segments[index + 1]?.startsWith('[') ? undefined : upTo(index + 2)) ?? upTo(index + 1)
    if (!place) throw new Error(`${pattern} is new: add a value for ${segment} to test/access/places.ts.`)
    return place
  })
  return whole.join('/')
}
