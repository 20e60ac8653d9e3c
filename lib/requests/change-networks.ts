import { lockApplicationFor } from '@/lib/applications/lock'
import { listRecipients, type TeamApplication } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { onRow, type Transaction } from '@/lib/database'
import type { Throttled } from '@/lib/identity/throttle'
import { queueMail } from '@/lib/mail/commands'
import { mayChangeNetworks, needsReview, networksLink } from '@/lib/networks/review'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { sendRequest, withdrawOpen } from './commands'
import { naming } from './kinds'

export type NetworksInput = {
  /** Canonical networks; none for every address. */
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
  return onRow(applicationId, async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'networks', applicationId)
    if (!application) return refused('not_found')
    if (!mayChangeNetworks(application)) return refused('wrong_state')
    requireShown(application.allowedNetworks)
    if (!needsReview(application, networks)) {
      await withdrawOpen(transaction, 'networks', applicationId)
      await saveNetworks(transaction, application, networks, owner)
      return done('saved')
    }
    if (!reason) return refused('reason_required')
    const throttled = await sendRequest(transaction, 'networks', application, { networks, reason }, owner)
    return throttled ?? done('requested')
  })
}

/** Saving the same list again changes nothing. */
async function saveNetworks(
  transaction: Transaction,
  application: TeamApplication,
  networks: string[],
  owner: Owner,
): Promise<void> {
  const { id, allowedNetworks } = application
  if (networks.join() === allowedNetworks.join()) return
  await transaction.application.update({ where: { id }, data: { allowedNetworks: networks } })
  const recipients = await listRecipients(transaction, id, 'networks')
  const news = { change: 'saved', count: networks.length, link: networksLink(id) } as const
  await queueMail(transaction, recipients, 'networks-changed', { ...naming(application), ...news })
  // The number of networks only: the record is kept permanently, and an address may be a person's.
  const detail = { from: allowedNetworks.length, to: networks.length }
  await recordAudit(transaction, owner, 'application.networks_changed', { type: 'application', id }, detail)
}
