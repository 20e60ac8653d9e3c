import type { ApplicationState } from '@/generated/prisma/enums'
import { findSubjectFor, lockSubject } from '@/lib/applications/subject'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { lockSecrets } from '@/lib/credentials/commands'
import { database, type Transaction } from '@/lib/database'
import { lockDeveloper } from '@/lib/identity/administrators'
import { closeOrganisation } from '@/lib/organisations/commands'
import { done, type Result, refused } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'
import { endApplication, notifyTeam } from './delete-application'

/** In which an application is served. */
export const liveStates: readonly ApplicationState[] = ['active', 'activating']

/**
 * Closes an organisation for good, once none of its applications is live, that is `active` or `activating`.
 * The others end with it, as if each had been deleted.
 * @returns refused `not_found` (not an owner's, unknown, closed), `live_applications`, `changed_meanwhile` (an
 *   application's state changed at the same moment: try again)
 */
export async function closeOwnOrganisation(
  organisationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'live_applications' | 'changed_meanwhile'>> {
  return database().$transaction((transaction) => close(transaction, organisationId, owner))
}

/** Locks in the order of `deleteDeveloper`. */
async function close(
  transaction: Transaction,
  organisationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'live_applications'>> {
  await lockDeveloper(transaction, owner.id)
  if (!(await findOwn(transaction, organisationId, owner))) return refused('not_found')
  const ids = (await listLeft(transaction, organisationId)).map(({ id }) => id)
  await lockTestAccounts(transaction, ids)
  for (const id of ids) await lockSecrets(transaction, id)
  await lockSubject(transaction, organisationId)
  if (!(await findOwn(transaction, organisationId, owner))) return refused('not_found')
  const left = await listLeft(transaction, organisationId)
  if (left.some(({ state }) => liveStates.includes(state))) return refused('live_applications')
  for (const application of left) {
    const from = await endApplication(transaction, application, owner)
    await notifyTeam(transaction, application)
    const subject = { type: 'application', id: application.id } as const
    await recordAudit(transaction, owner, 'application.deleted', subject, { from })
  }
  if (!(await closeOrganisation(transaction, organisationId, owner))) return refused('not_found')
  const about = { type: 'organisation', id: organisationId } as const
  await recordAudit(transaction, owner, 'organisation.closed', about)
  return done(undefined)
}

async function findOwn(transaction: Transaction, organisationId: string, owner: Owner): Promise<boolean> {
  const subject = await findSubjectFor(owner.id, 'delete', organisationId, transaction)
  return subject?.type === 'organisation'
}

function listLeft(transaction: Transaction, organisationId: string) {
  return transaction.application.findMany({
    where: { organisationId, state: { not: 'deleted' } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, environment: true, state: true },
  })
}
