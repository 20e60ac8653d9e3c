import type { Application, ApplicationState } from '@/generated/prisma/client'
import { moveApplication } from '@/lib/applications/move-application'
import { findApplicationFor, listRecipients } from '@/lib/applications/queries'
import { rights } from '@/lib/applications/rights'
import { findTransition } from '@/lib/applications/states'
import { isNameOf, requiresTypedName } from '@/lib/applications/typed-name'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { destroyCredentials, revokeSecrets } from '@/lib/credentials/commands'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { done, Refusal, type Result, refused } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'

/**
 * Deletes an application permanently: its secrets, keys, tokens and allowed addresses end immediately, an
 * open submission is withdrawn, and its team is mailed and no longer sees it. The row is kept for the record.
 * @param typedName the application's name as the owner typed it; read only where it is required (an active Production
 *   application)
 * @returns refused `not_found` (not an owner's, unknown, already deleted), `name_mismatch` (another name was typed, or
 *   none) or `changed_meanwhile` (its state changed at the same moment: try again)
 */
export async function deleteApplication(
  applicationId: string,
  owner: Owner,
  typedName = '',
): Promise<Result<undefined, 'not_found' | 'name_mismatch' | 'changed_meanwhile'>> {
  return deleteOwned(applicationId, owner, typedName)
}

/**
 * Ends an application inside the caller's transaction: secrets, keys, tokens, state, submission. The caller mails and
 * records.
 * @returns the state that it was in; null if it cannot be deleted
 * @throws Refusal `changed_meanwhile` when its state changed at the same moment
 */
export async function endApplication(
  transaction: Transaction,
  { id: applicationId, environment, state: from }: Pick<Application, 'id' | 'environment' | 'state'>,
  owner: Owner,
): Promise<ApplicationState | null> {
  const transition = findTransition(environment, from, 'delete', 'owner')
  if (!transition) return null
  // Before their rows, as a gateway may be adding one; and before secrets, as the deletion of an account does.
  await lockTestAccounts(transaction, [applicationId])
  await destroyCredentials(transaction, applicationId)
  if (!(await moveApplication(transaction, { applicationId, from, to: transition.to, actor: owner })))
    throw new Refusal(refused('changed_meanwhile'))
  // Switching back from keys, which have no secret to wait for above, may have issued one since.
  await revokeSecrets(transaction, { applicationId })
  await transaction.clientKey.deleteMany({ where: { applicationId } })
  await forgetNetworks(transaction, applicationId)
  await transaction.testAccount.deleteMany({ where: { applicationId } })
  await transaction.submission.updateMany({
    where: { applicationId, state: { in: ['draft', 'in_validation', 'changes_requested'] } },
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

async function deleteOwned(
  applicationId: string,
  owner: Owner,
  typedName: string,
): Promise<Result<undefined, 'not_found' | 'name_mismatch'>> {
  return database().$transaction(async (transaction) => {
    const application = await findApplicationFor(owner.id, 'delete', applicationId, transaction)
    if (application && requiresTypedName(application) && !isNameOf(application, typedName))
      return refused('name_mismatch')
    const from = application && (await endApplication(transaction, application, owner))
    if (!from) return refused('not_found')
    await requireOwner(transaction, applicationId, owner)
    await notifyTeam(transaction, application)
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'application.deleted', subject, { from })
    return done(undefined)
  })
}

/** Checked again under the lock on its row: while waiting for it, they may have stopped being an owner. */
async function requireOwner(transaction: Transaction, applicationId: string, owner: Owner): Promise<void> {
  // It is deleted already, so `openTo` no longer finds it.
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT FROM application_team WHERE application_id = ${applicationId}::uuid AND developer_id = ${owner.id}::uuid
      AND role::text = ANY(${[...rights.delete]}::text[])`
  if (found.length === 0) throw new Refusal(refused('not_found'))
}

/** Mails everyone on the team that the application was deleted. */
export async function notifyTeam(
  transaction: Transaction,
  { id, name, environment }: Pick<Application, 'id' | 'name' | 'environment'>,
): Promise<void> {
  const props = { applicationName: name, environment, link: `${getSettings().PORTAL_URL}/applications` }
  await queueMail(transaction, await listRecipients(transaction, id, 'view'), 'application-deleted', props)
}
