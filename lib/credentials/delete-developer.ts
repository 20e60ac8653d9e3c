import type { Application } from '@/generated/prisma/client'
import type { Owner } from '@/lib/applications/commands'
import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { isLastAdministrator, lockDeveloper } from '@/lib/developers/administrators'
import { removeFactors } from '@/lib/developers/factors'
import { endInvitations } from '@/lib/developers/roles'
import { endSessions } from '@/lib/developers/session'
import { queueMail } from '@/lib/mail/commands'
import { done, Refusal, type Result, refused } from '@/lib/result'
import { endApplication } from './delete-application'

/**
 * Deletes the developer's own account for good. Their applications end as if each had been deleted; sessions, links,
 * the second factor and the password are gone. The row stays under an address that nobody can have, as the record
 * names people by id, and the former address can sign up anew: it is told. The caller has asked for a confirmation.
 * @returns refused `not_found` (deleted already), `last_administrator`, `changed_meanwhile` (an application's state
 * moved at the same moment: ask again)
 */
export async function deleteDeveloper(
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'last_administrator' | 'changed_meanwhile'>> {
  try {
    return await deleteInOne(owner)
  } catch (error) {
    if (error instanceof Refusal) return refused('changed_meanwhile')
    throw error
  }
}

/**
 * The developer is locked first: an application that is being created is either seen and ended here, or never made
 * (its creation waits for this row, then finds it deleted). Each application then follows the order of
 * `deleteApplication`, and the audit rows come last.
 */
async function deleteInOne(owner: Owner): Promise<Result<undefined, 'not_found' | 'last_administrator'>> {
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, owner.id)
    if (!developer) return refused('not_found')
    if (developer.role === 'administrator' && (await isLastAdministrator(transaction, owner.id)))
      return refused('last_administrator')
    await forgetPerson(transaction, owner.id)
    const applications = await transaction.application.findMany({
      where: { developerId: owner.id, state: { not: 'deleted' } },
      orderBy: { id: 'asc' },
    })
    for (const application of applications) await endApplication(transaction, application, owner)
    await queueMail(transaction, developer, 'account-deleted', { applications: applications.length })
    await record(transaction, owner, applications)
    return done(undefined)
  })
}

async function forgetPerson(transaction: Transaction, developerId: string): Promise<void> {
  await transaction.developer.update({
    where: { id: developerId },
    data: {
      // No such domain can be registered (RFC 2606 §2), and signing up asks for a dot in it.
      email: `deleted-${developerId}@invalid`,
      passwordHash: null,
      deletedAt: now(),
      sessionVersion: { increment: 1 },
    },
  })
  await endSessions(transaction, developerId)
  await endInvitations(transaction, developerId)
  await transaction.emailLink.updateMany({
    where: { developerId, usedAt: null, cancelledAt: null },
    data: { cancelledAt: now() },
  })
  await transaction.emailLink.updateMany({ where: { developerId }, data: { newEmail: null } })
  await removeFactors(transaction, developerId)
}

async function record(
  transaction: Transaction,
  owner: Owner,
  applications: Pick<Application, 'id' | 'state'>[],
): Promise<void> {
  for (const { id, state: from } of applications)
    await recordAudit(transaction, owner, 'application.deleted', { type: 'application', id }, { from })
  const subject = { type: 'developer', id: owner.id } as const
  await recordAudit(transaction, owner, 'developer.deleted', subject, { applications: applications.length })
}
