import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import { openRoutes, pendingRoutes } from '@/test/walls/routes'

export type Visitor = 'stranger' | 'developer' | 'reviewer'

/** Terms exist only in operator-terms.spec.ts, which examines these pages. */
export const pagesOfTerms = ['/terms', '/terms/[version]']

const ofReviewers = /^\/(?:review|administration)\b/

/** Every page in `app/`, as a route: `/applications/[id]/try`. New ones are included automatically. */
export function listRoutes(visitor: Visitor): string[] {
  return readdirSync(join(projectRoot, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file}`.replaceAll(/\/\([^)]+\)/g, '').replace(/\/page\.tsx$/, '') || '/')
    .filter((route) => !pendingRoutes.includes(route) && visitorOf(route) === visitor)
    .sort()
}

function visitorOf(route: string): Visitor {
  if (openRoutes.includes(route)) return 'stranger'
  return ofReviewers.test(route) ? 'reviewer' : 'developer'
}
