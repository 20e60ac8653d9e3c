import type { Application } from '@/generated/prisma/client'
import { openTo } from '@/lib/applications/rights'
import {
  dropMember,
  endInvitationsOf,
  findSuccessor,
  giveOwnership,
  lockTeamOf,
  notifyOwners,
} from '@/lib/applications/team-members'
import { forgetAddresses, recordAudit } from '@/lib/audit/commands'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { endTokens, lockSecrets } from '@/lib/credentials/commands'
import { database, type Transaction } from '@/lib/database'
import { noApproval } from '@/lib/developers/approval'
import { endClaims } from '@/lib/developers/claims'
import { endInvitations } from '@/lib/developers/roles'
import { isLastAdministrator, lockDeveloper } from '@/lib/identity/administrators'
import { removeFactors } from '@/lib/identity/factors'
import { endSessions } from '@/lib/identity/session'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, Refusal, type Result, refused } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'
import { endApplication } from './delete-application'
import { findAddresses, forgetPlaces } from './forget-person'

/**
 * Deletes the developer's own account permanently. Applications that no one else could own end as if each had been
 * deleted; shared ones continue, if necessary with the member who has been on the team longest as owner. Sessions,
 * links, the second factor, the password and the identity at the provider are deleted. The row is kept under an address that no one can have, as the
 * record refers to people by id; the previous address gets a mail and can be used to sign up again. The caller has
 * required a confirmation.
 * @returns refused `not_found` (already deleted), `last_administrator`, `changed_meanwhile` (an application's state
 *   changed at the same moment: try again)
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
 * The developer is locked first, together with everyone on their teams: an application that is being created is either
 * seen and ended here, or never made (its creation waits for this row, then finds it deleted), and no heir can be
 * suspended meanwhile. Each application then follows the order of `deleteApplication`, and the audit rows come last.
 */
async function deleteInOne(owner: Owner): Promise<Result<undefined, 'not_found' | 'last_administrator'>> {
  return database().$transaction(async (transaction) => {
    const locked = await lockTeammates(transaction, owner.id)
    const developer = await lockDeveloper(transaction, owner.id)
    if (!developer) return refused('not_found')
    if (developer.role === 'administrator' && (await isLastAdministrator(transaction, owner.id)))
      return refused('last_administrator')
    const emails = await forgetPerson(transaction, owner.id)
    const departures = await leaveAll(transaction, owner, developer.email, locked)
    const applications = departures.filter(({ ended }) => ended).length
    const counts = { applications, shared: departures.length - applications, byOperator: false }
    await queueMail(transaction, developer, 'account-deleted', counts)
    await record(transaction, owner, departures)
    await forgetAddresses(transaction, owner.id, emails)
    return done(undefined)
  })
}

/**
 * Erases a person on behalf of them, as {@link deleteDeveloper} does. Applications that they share with another owner
 * continue.
 * @returns refused `not_found`, `own_account`, `last_administrator`, `last_owner` (of an application that must be handed
 *   over first)
 */
export async function eraseDeveloper(
  developerId: string,
  { reason }: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_account' | 'last_administrator' | 'last_owner'>> {
  if (!isUuid(developerId)) return refused('not_found')
  if (developerId === administrator.id) return refused('own_account')
  return database().$transaction(async (transaction) => {
    const locked = await lockTeammates(transaction, developerId)
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    if (developer.role === 'administrator' && (await isLastAdministrator(transaction, developerId)))
      return refused('last_administrator')
    if (await isLastOwner(transaction, developerId)) return refused('last_owner')
    const emails = await forgetPerson(transaction, developerId)
    const person = { id: developerId, role: 'developer' } as const
    const departures = await leaveAll(transaction, person, developer.email, locked)
    const counts = { applications: 0, shared: departures.length, byOperator: true }
    await queueMail(transaction, developer, 'account-deleted', counts)
    for (const { application } of departures) {
      const subject = { type: 'application', id: application.id } as const
      const detail = { memberId: developerId }
      await recordAudit(transaction, administrator, 'application.member_removed', subject, detail)
    }
    const subject = { type: 'developer', id: developerId } as const
    const detail = { reason, shared: departures.length }
    await recordAudit(transaction, administrator, 'developer.erased', subject, detail)
    await forgetAddresses(transaction, developerId, emails)
    return done(undefined)
  })
}

/** Whether an application that is not deleted has no owner but them. The caller has locked them and their teammates. */
async function isLastOwner(transaction: Transaction, developerId: string): Promise<boolean> {
  const alone = await transaction.application.count({
    where: {
      ...openTo(developerId, 'delete'),
      NOT: { members: { some: { role: 'owner', developerId: { not: developerId } } } },
    },
  })
  return alone > 0
}

/** @returns all e-mail addresses that were theirs */
async function forgetPerson(transaction: Transaction, developerId: string): Promise<string[]> {
  const addresses = await findAddresses(transaction, developerId)
  await transaction.developer.update({
    where: { id: developerId },
    data: {
      // No such domain can be registered (RFC 2606 §2), and signing up requires a dot in it.
      email: `deleted-${developerId}@invalid`,
      passwordHash: null,
      displayName: '',
      timeZone: null,
      ...noApproval,
      deletedAt: now(),
      sessionVersion: { increment: 1 },
    },
  })
  await endSessions(transaction, developerId)
  await endInvitations(transaction, developerId)
  await endInvitationsOf(transaction, developerId)
  await endClaims(transaction, developerId)
  await transaction.emailLink.updateMany({
    where: { developerId, usedAt: null, cancelledAt: null },
    data: { cancelledAt: now() },
  })
  await transaction.emailLink.updateMany({ where: { developerId }, data: { newEmail: null } })
  await removeFactors(transaction, developerId)
  await transaction.signInIdentity.deleteMany({ where: { developerId } })
  await transaction.personalAccessKey.deleteMany({ where: { developerId } })
  await transaction.uploadWindow.deleteMany({ where: { developerId } })
  await transaction.refusedSignIn.deleteMany({ where: { developerId } })
  // The audit log keeps that terms were accepted.
  await transaction.termsAcceptance.deleteMany({ where: { developerId } })
  await transaction.termsReminder.deleteMany({ where: { developerId } })
  await forgetPlaces(transaction, developerId, addresses)
  return addresses.emails
}

/** Locks in the order of `lockTeam`. @returns the ids of everyone it locked */
async function lockTeammates(transaction: Transaction, developerId: string): Promise<string[]> {
  const locked = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM developer WHERE id = ${developerId}::uuid OR id IN (
      SELECT other.developer_id FROM application_member own
      JOIN application_member other ON other.application_id = own.application_id
      WHERE own.developer_id = ${developerId}::uuid)
    ORDER BY id FOR NO KEY UPDATE`
  return locked.map(({ id }) => id)
}

/** What happened to one application: ended, or continued (`successorId` if someone had to become its owner). */
type Departure = { application: Application; ended: boolean; successorId: string | null }

async function leaveAll(
  transaction: Transaction,
  owner: Owner,
  email: string,
  locked: string[],
): Promise<Departure[]> {
  const applications = await transaction.application.findMany({
    where: openTo(owner.id, 'view'),
    orderBy: { id: 'asc' },
  })
  await lockTestAccounts(
    transaction,
    applications.map(({ id }) => id),
  )
  const departures: Departure[] = []
  for (const application of applications)
    departures.push(await leaveOne(transaction, application, { owner, email, locked }))
  return departures
}

/**
 * A suspended co-owner keeps an application, which then stops, only if no member could take it over. Secrets are locked
 * before the application, as by a gateway that mints a token.
 */
async function leaveOne(
  transaction: Transaction,
  application: Application,
  { owner, email, locked }: { owner: Owner; email: string; locked: string[] },
): Promise<Departure> {
  await lockSecrets(transaction, application.id)
  const team = await lockTeamOf(transaction, application.id, locked)
  const others = team.filter(({ id }) => id !== owner.id)
  const owns = team.some(({ id, role }) => id === owner.id && role === 'owner')
  const successor = owns ? findSuccessor(others) : null
  if (successor === 'nobody' && !others.some(({ role }) => role === 'owner')) {
    await endApplication(transaction, application, owner)
    return { application, ended: true, successorId: null }
  }
  const heir = successor === 'nobody' ? null : successor
  if (heir) await giveOwnership(transaction, application, heir, 'inherited')
  await dropMember(transaction, application.id, owner.id)
  if (successor === 'nobody') await endTokens(transaction, application.id)
  await notifyOwners(transaction, application, { change: 'left', personEmail: email }, [heir?.id ?? ''])
  return { application, ended: false, successorId: heir?.id ?? null }
}

async function record(transaction: Transaction, owner: Owner, departures: Departure[]): Promise<void> {
  for (const { application, ended, successorId } of departures) {
    const subject = { type: 'application', id: application.id } as const
    if (ended)
      await recordAudit(transaction, owner, 'application.deleted', subject, { from: application.state })
    else await recordAudit(transaction, owner, 'application.member_left', subject, { successorId })
  }
  const applications = departures.filter(({ ended }) => ended).length
  const subject = { type: 'developer', id: owner.id } as const
  await recordAudit(transaction, owner, 'developer.deleted', subject, {
    applications,
    shared: departures.length - applications,
  })
}
