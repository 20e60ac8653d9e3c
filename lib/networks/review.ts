import type { ApplicationState } from '@/generated/prisma/enums'
import type { TeamApplication } from '@/lib/applications/queries'
import { statesWithChoice } from '@/lib/credentials/client-keys'
import { getSettings } from '@/lib/env'
import { isWithin } from '@/lib/network'

type Listed = Pick<TeamApplication, 'environment' | 'state' | 'approvedNetworks'>

/** Whether owners change the list now: not while reviewers or the proof look at it. */
export function mayChangeNetworks({ environment, state }: Listed): boolean {
  return environment === 'production' && statesWithChoice.includes(state)
}

/**
 * Whether a list needs a reviewer: it has addresses beyond those that were approved. Before its first
 * approval an application has its list approved together with the rest.
 */
export function needsReview({ state, approvedNetworks }: Listed, networks: string[]): boolean {
  return !isReviewedLater(state) && !isWithin(networks, approvedNetworks)
}

/** Whether the list is going to be reviewed with the application. */
export function isReviewedLater(state: ApplicationState): boolean {
  return state === 'draft' || state === 'changes_requested'
}

/** The URL of the page where a team sees its list, for mails. */
export function networksLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/addresses`
}
