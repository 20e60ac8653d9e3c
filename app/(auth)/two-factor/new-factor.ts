import { requireRecentAuthentication, requireSignedIn } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { withQuery } from '@/components/query'
import type { AddedFactor } from '@/lib/identity/factors'

/**
 * What the forms that add a factor have in common: a recent proof comes before, and the session that the factor brings
 * starts. The recovery codes, which only the first one has, are shown this once.
 */
export function newFactor(page: string, done: string) {
  return {
    messages: 'accounts.errors',
    person: async () => {
      const developer = await requireSignedIn()
      requireRecentAuthentication(developer, page)
      return developer
    },
    after: ({ session }: AddedFactor) => setSessionCookie(session),
    to: ({ recoveryCodes }: AddedFactor) =>
      recoveryCodes.length === 0 ? withQuery('/account/security', { done }) : undefined,
    show: ({ recoveryCodes }: AddedFactor) => ({ value: recoveryCodes }),
  }
}
