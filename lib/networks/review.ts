import type { TeamApplication } from '@/lib/applications/queries'
import { isToBeSent } from '@/lib/applications/states'
import { maySwitch } from '@/lib/credentials/client-keys'
import { getSettings } from '@/lib/env'
import { isWithin } from '@/lib/network'

type Listed = Pick<TeamApplication, 'environment' | 'state' | 'approvedNetworks'>

/** Whether owners change the list now: not while reviewers or the activation check look at it. */
export function mayChangeNetworks({ environment, state }: Listed): boolean {
  return environment === 'production' && maySwitch(state)
}

/**
 * Whether a list needs a reviewer: it has addresses beyond those that were approved. Before its first
 * approval an application has its list approved together with the rest.
 */
export function needsReview({ state, approvedNetworks }: Listed, networks: string[]): boolean {
  return !isToBeSent(state) && !isWithin(networks, approvedNetworks)
}

/** The URL of the page where a team sees its list, for mails. */
export function networksLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/addresses`
}
