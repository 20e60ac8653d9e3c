import type { ApplicationState } from '@/generated/prisma/enums'
import { isWithin } from '@/lib/address-ranges'
import { lockApplicationFor } from '@/lib/applications/lock'
import { listRecipients, type TeamApplication } from '@/lib/applications/queries'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { statesWithChoice } from '@/lib/credentials/client-keys'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { type Throttled, takeAttempts } from '@/lib/identity/throttle'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { findReviewers } from '@/lib/validation/recipients'

/** The page where a team sees its list, for mails. */
function networksLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/addresses`
}

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

type Listed = Pick<TeamApplication, 'environment' | 'state' | 'approvedNetworks'>

export type NetworksInput = {
  /** Canonical ranges; none for every address. */
  networks: string[]
  /** For the reviewer. */
  reason?: string
}

/**
 * Changes the addresses that an application may be called from: from the next call on, or if it needs a
 * reviewer, by a request. Either takes the place of an open request. The owners are mailed, and so are the
 * reviewers of a request.
 * @returns what happened; refused `not_found`, `wrong_state`, `reason_required` and `throttled` (requests only)
 */
export async function changeNetworks(
  applicationId: string,
  { networks, reason }: NetworksInput,
  owner: Owner,
): Promise<Result<'saved' | 'requested', 'not_found' | 'wrong_state' | 'reason_required'> | Throttled> {
  return database().$transaction(async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'networks', applicationId)
    if (!application) return refused('not_found')
    if (!mayChangeNetworks(application)) return refused('wrong_state')
    if (!needsReview(application, networks)) {
      await withdrawOpen(transaction, applicationId)
      await save(transaction, application, networks, owner)
      return done('saved')
    }
    if (!reason) return refused('reason_required')
    const throttled = await takeAttempts([['network_request', applicationId]], transaction)
    if (throttled) return throttled
    await withdrawOpen(transaction, applicationId)
    await request(transaction, application, { networks, reason }, owner)
    return done('requested')
  })
}

/**
 * Withdraws the open request of an application.
 * @returns refused `not_found` (unknown, or not theirs to change), `not_open` (there is none, or it was decided)
 */
export async function withdrawNetworkRequest(
  applicationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'not_open'>> {
  return database().$transaction(async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'networks', applicationId)
    if (!application) return refused('not_found')
    const [withdrawn] = await withdrawOpen(transaction, applicationId)
    if (!withdrawn) return refused('not_open')
    await record(
      transaction,
      owner,
      'application.networks_request_withdrawn',
      application,
      withdrawn.networks,
    )
    return done(undefined)
  })
}

function withdrawOpen(transaction: Transaction, applicationId: string) {
  return transaction.networkRequest.updateManyAndReturn({
    where: { applicationId, state: 'open' },
    data: { state: 'withdrawn', closedAt: now() },
  })
}

/** Saving the same list again changes nothing. */
async function save(
  transaction: Transaction,
  application: TeamApplication,
  networks: string[],
  owner: Owner,
): Promise<void> {
  const { id, allowedNetworks } = application
  if (networks.join() === allowedNetworks.join()) return
  await transaction.application.update({ where: { id }, data: { allowedNetworks: networks } })
  await mailOwners(transaction, application, { change: 'saved', count: networks.length })
  await record(transaction, owner, 'application.networks_changed', application, networks)
}

async function request(
  transaction: Transaction,
  application: TeamApplication,
  { networks, reason }: { networks: string[]; reason: string },
  owner: Owner,
): Promise<void> {
  const { id: applicationId, name: applicationName, environment } = application
  const id = newId()
  const data = { id, applicationId, networks, reason, requestedById: owner.id, requestedAt: now() }
  await transaction.networkRequest.create({ data })
  const props = { count: networks.length, reason }
  await mailOwners(transaction, application, { change: 'requested', ...props })
  const link = `${getSettings().PORTAL_URL}/review/networks/${id}`
  await queueMail(transaction, await findReviewers(transaction, applicationId), 'networks-changed', {
    applicationName,
    environment,
    link,
    change: 'review',
    ...props,
  })
  await record(transaction, owner, 'application.networks_requested', application, networks)
}

/** Mails the owners what became of the list. */
export async function mailOwners(
  transaction: Transaction,
  { id, name: applicationName, environment }: Pick<TeamApplication, 'id' | 'name' | 'environment'>,
  news: { change: 'saved' | 'requested' | 'approved' | 'rejected'; count: number; reason?: string },
): Promise<void> {
  const props = { applicationName, environment, link: networksLink(id), ...news }
  await queueMail(transaction, await listRecipients(transaction, id, 'networks'), 'networks-changed', props)
}

/** The number of ranges only: the record is kept permanently, and an address may be a person's. */
function record(
  transaction: Transaction,
  owner: Owner,
  action: AuditAction,
  { id, allowedNetworks }: TeamApplication,
  networks: string[],
): Promise<void> {
  const detail = { from: allowedNetworks.length, to: networks.length }
  return recordAudit(transaction, owner, action, { type: 'application', id }, detail)
}
