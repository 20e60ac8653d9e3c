/** The values of `[…]` in each pattern: objects of one developer, by the pattern up to there. */
export type Places = Record<Place, string>

type Place = (typeof places)[number]

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
  '/docs/search',
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

/**
 * Every `[…]`, by the pattern up to it: the journeys fill them in with one developer's objects. A pattern that goes one
 * segment further gives the value below that segment: only Sandbox applications have test accounts.
 */
export const places = [
  '/activate/[link]',
  '/administration/announcements/[id]',
  '/administration/applications/[id]',
  '/administration/applications/[id]/requests/[requestId]',
  '/administration/developers/[id]',
  '/administration/organisations/[id]',
  '/announcements/[id]',
  '/api/[...path]',
  '/applications/[id]',
  '/applications/[id]/accounts',
  '/applications/[id]/accounts/[msisdn]',
  '/applications/[id]/certificate',
  '/applications/[id]/rehearsal',
  '/applications/[id]/team/[developerId]',
  '/applications/[id]/requests/[requestId]',
  '/applications/[id]/validation/documents/[documentId]',
  '/applications/[id]/validation/templates/[requirementId]',
  '/certificate/[link]',
  '/certificate/[link]/share',
  '/change-email/[link]',
  '/change-email/undo/[link]',
  '/docs/[...path]',
  '/docs/client/[file]',
  '/docs/markdown/[[...path]]',
  '/docs/reference/[group]',
  '/invitation/[link]',
  '/join/[link]',
  '/organisations/[id]',
  '/organisations/[id]/documents/[documentId]',
  '/organisations/[id]/team/[developerId]',
  '/organisations/[id]/templates/[requirementId]',
  '/reset-password/[link]',
  '/review/[id]',
  '/review/[id]/calls/[requestId]',
  '/review/[id]/documents/[documentId]',
  '/review/limits/[requestId]',
  '/review/networks/[requestId]',
  '/review/pdf/[folder]',
  '/review/pdf/[folder]/[name]',
  '/review/requirements/[requirementId]',
  '/review/templates/[templateId]',
  '/sign-in/browser/[link]',
  '/terms/[version]',
] as const

/** A pattern with its values filled in. @throws for one without a value */
export function fillIn(pattern: string, filled: Places): string {
  const segments = pattern.split('/')
  const whole = segments.map((segment, index) => {
    if (!segment.startsWith('[')) return segment
    const upTo = (end: number) => filled[segments.slice(0, end).join('/') as Place]
    const place = (segments[index + 1]?.startsWith('[') ? undefined : upTo(index + 2)) ?? upTo(index + 1)
    if (!place) throw new Error(`${pattern} is new: add a value for ${segment} to test/access/routes.ts.`)
    return place
  })
  return whole.join('/')
}
