import type { TeamApplication } from '@/lib/applications/queries'
import { isToBeSent } from '@/lib/applications/states'
import { maySwitch } from '@/lib/credentials/client-keys'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { coverage, isWithin } from '@/lib/network'

/** Days over which a preview counts, today (UTC) included. */
export const previewDays = 7

/** Calls from one network: of the last days, and of all days that are kept. */
export type NetworkCalls = { network: string; recent: number; total: number; lastDay: Date }

/**
 * `since` is the first day that is counted, null without any; `others` are calls from networks beyond the
 * first 200.
 */
export type CallingNetworks = { since: Date | null; networks: NetworkCalls[]; others: number }

/**
 * Where the calls of an application come from, the busiest networks first. The caller has checked the right
 * to see it.
 */
export async function findCallingNetworks(applicationId: string): Promise<CallingNetworks> {
  const rows = await database().$queryRaw<(NetworkCalls & { since: Date })[]>`
    SELECT network, coalesce(sum(calls) FILTER (
        WHERE day > (now() AT TIME ZONE 'UTC')::date - ${previewDays}::int), 0)::float8 AS recent,
      sum(calls)::float8 AS total, max(day) AS "lastDay", min(min(day)) OVER () AS since
    FROM network_day WHERE application_id = ${applicationId}::uuid
    GROUP BY network ORDER BY recent DESC, total DESC, network`
  return {
    since: rows[0]?.since ?? null,
    networks: rows.filter(({ network }) => network !== ''),
    others: rows.find(({ network }) => network === '')?.recent ?? 0,
  }
}

/**
 * What a list would have done to the calls of the last days. `unsure` came from networks that the list has a
 * part of, or from ones that are not counted apart.
 */
export type Preview = { calls: number; refused: number; unsure: number }

/** @param list canonical networks; none is every address */
export function previewNetworks(list: string[], { networks, others }: CallingNetworks): Preview {
  const preview = { calls: others, refused: 0, unsure: list.length === 0 ? 0 : others }
  for (const { network, recent } of networks) {
    const covered = coverage(network, list)
    preview.calls += recent
    if (covered === 'none') preview.refused += recent
    if (covered === 'part') preview.unsure += recent
  }
  return preview
}

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
