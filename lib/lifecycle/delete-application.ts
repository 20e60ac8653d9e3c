import { z } from 'zod'
import type { Application, ApplicationState } from '@/generated/prisma/client'
import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import { isNameOf, requiresNameConfirmation } from '@/lib/applications/schema'
import { findTransition, openStates } from '@/lib/applications/states'
import { application, lockApplication } from '@/lib/applications/target'
import type { Actor } from '@/lib/audit/schema'
import { command, type Mailing } from '@/lib/commands/command'
import { destroyCredentials, lockSecrets, revokeSecrets } from '@/lib/credentials/commands'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { done, RefusalError, refused } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'

/** The application's name as its owner typed it; read only where it is required (an active Production application). */
const deletionSchema = z.object({ name: z.string().optional() })

/**
 * Deletes an application permanently: its secrets, keys, tokens and allowed addresses end immediately, an open
 * submission is withdrawn, and its team is mailed and no longer sees it. The row is kept for the record.
 * @returns refused `not_found` (also of one that was deleted already), `name_mismatch` (another name was typed, or
 *   none)
 */
export const deleteApplication = command({
  on: application,
  right: 'delete',
  confirm: 'always',
  notifies: 'team',
  input: deletionSchema,
  audit: 'application.deleted',
  /** In the order of `deleteApplicationIn`. */
  async lock(transaction, id) {
    await lockTestAccounts(transaction, [id])
    await lockSecrets(transaction, id)
    await lockApplication(transaction, id)
  },
  async run({ transaction, application, actor, input: { name = '' }, mail, record }) {
    if (requiresNameConfirmation(application) && !isNameOf(application, name)) return refused('name_mismatch')
    const from = await deleteApplicationIn(transaction, application, actor)
    if (!from) return refused('not_found')
    await notifyTeam({ transaction, mail }, application)
    record({ type: 'application', id: application.id }, { from })
    return done(undefined)
  },
})

/**
 * Ends an application inside the caller's transaction: secrets, keys, tokens, state, submission. The caller mails and
 * records.
 * @returns the state that it was in; null if it cannot be deleted
 * @throws Refusal `changed_meanwhile` when its state changed at the same moment
 */
export async function deleteApplicationIn(
  transaction: Transaction,
  { id: applicationId, environment, state: from }: Pick<Application, 'id' | 'environment' | 'state'>,
  actor: Actor,
): Promise<ApplicationState | null> {
  const transition = findTransition(environment, from, 'delete', 'owner')
  if (!transition) return null
  // Before their rows, as a gateway may be adding one; and before secrets, as the deletion of an account does.
  await lockTestAccounts(transaction, [applicationId])
  await destroyCredentials(transaction, applicationId)
  if (!(await moveApplication(transaction, { applicationId, from, to: transition.to, actor })))
    throw new RefusalError(refused('changed_meanwhile'))
  // Switching back from keys, which have no secret to wait for above, may have issued one since.
  await revokeSecrets(transaction, { applicationId })
  await transaction.clientKey.deleteMany({ where: { applicationId } })
  await forgetNetworks(transaction, applicationId)
  await transaction.testAccount.deleteMany({ where: { applicationId } })
  await transaction.submission.updateMany({
    where: { applicationId, state: { in: openStates } },
    data: { state: 'withdrawn' },
  })
  return from
}

/** Addresses of a deleted application serve no one, and one of them may be a person's. */
async function forgetNetworks(transaction: Transaction, applicationId: string): Promise<void> {
  const where = { applicationId }
  const lists = { allowedNetworks: [], approvedNetworks: [] }
  await transaction.application.update({ where: { id: applicationId }, data: lists })
  await transaction.networkDay.deleteMany({ where })
  await transaction.networkRequest.updateMany({ where, data: { networks: [] } })
  await transaction.submission.updateMany({ where, data: { networks: [] } })
}

/** Mails everyone on the team that the application was deleted. */
export async function notifyTeam(
  { transaction, mail }: Mailing,
  { id, name, environment }: Pick<Application, 'id' | 'name' | 'environment'>,
): Promise<void> {
  const props = { applicationName: name, environment, link: `${getSettings().PORTAL_URL}/applications` }
  await mail(await listRecipients(transaction, id, 'view'), 'application-deleted', props)
}
