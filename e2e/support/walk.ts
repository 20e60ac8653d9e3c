import { pendingRoutes, type Visitor, visitorOf } from '@/test/access/routes'
import { walkRoutes } from '@/test/access/walk'

/** Terms exist only in operator-terms.spec.ts, which examines these pages. */
export const pagesOfTerms = ['/terms', '/terms/[version]']

/** Every page in `app/`, as a route: `/applications/[id]/try`. New ones are included automatically. */
export function listRoutes(visitor: Visitor): string[] {
  return walkRoutes()
    .filter(
      ({ kind, path }) => kind === 'page' && !pendingRoutes.includes(path) && visitorOf(path) === visitor,
    )
    .map(({ path }) => path)
    .sort()
}
