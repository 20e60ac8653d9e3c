import type { Application, Organisation } from '@/generated/prisma/client'
import { openOrganisationTo, openTo } from '@/lib/applications/rights'
import type { TeamResource } from '@/lib/applications/subject'
import {
  dropMember,
  findNextOwner,
  giveOwnership,
  lockTeamOf,
  notifyOwners,
  revokeInvitationsOf,
} from '@/lib/applications/team-members'
import { forgetAddresses } from '@/lib/audit/commands'
import { type Owner, systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { type Context, command, type Mailing } from '@/lib/commands/command'
import { lockSecrets, revokeTokens } from '@/lib/credentials/commands'
import { database, type Transaction } from '@/lib/database'
import { noApproval } from '@/lib/developers/approval'
import { erasureSchema } from '@/lib/developers/reason'
import { releaseAssignments, revokeInvitations } from '@/lib/developers/roles'
import { isLastAdministrator } from '@/lib/identity/administrators'
import { removeFactors } from '@/lib/identity/factors'
import { emailAddressSchema } from '@/lib/identity/schema'
import { revokeSessions } from '@/lib/identity/session'
import { person, self, toPerson } from '@/lib/identity/target'
import { closeOrganisation } from '@/lib/organisations/commands'
import { done, RefusalError, refused } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'
import { requireOwnDocuments } from '@/lib/validation/open-submission'
import { liveStates } from './close-organisation'
import { deleteApplicationIn } from './delete-application'
import { findAddresses, forgetPlaces } from './forget-person'
import { stopApplication } from './suspend-application'
import { findOrganisationSuspension } from './suspend-organisation'

/** An account with everyone on its teams, as those become heirs. */
const withTeammates = {
  async lock(transaction: Transaction, id: string) {
    await lockTeammates(transaction, id)
  },
}

/**
 * Deletes the developer's own account permanently. Applications and organisations that no one else could own
 * end as if each had been deleted or closed; shared ones continue, if necessary with the member who has been
 * on the team longest as owner. Sessions, links, the second factor, the password and the identity at the
 * provider are deleted. The row is kept under an address that no one can have, as the record refers to people
 * by id; the previous address gets a mail and can be used to sign up again.
 *
 * The developer is locked first, together with everyone on their teams: an application that is being created is either
 * seen and ended here, or never made (its creation waits for this row, then finds it deleted), and no heir can be
 * suspended meanwhile. Each application then follows the order of `deleteApplication`.
 * @returns refused `email_mismatch` (another address was typed), `last_administrator`, `changed_meanwhile` (an
 *   application's state changed at the same moment: try again)
 */
export const deleteDeveloper = command({
  on: self,
  right: 'self',
  confirm: 'always',
  notifies: 'owners',
  ...withTeammates,
  input: emailAddressSchema,
  audit: [
    'developer.deleted',
    'application.deleted',
    'application.member_left',
    'application.suspended',
    'organisation.closed',
    'organisation.member_left',
  ],
  // Before a confirmation is asked for.
  async prepare({ actor, input: { email } }) {
    const developer = await database().developer.findUnique({ where: { id: actor.id ?? '' } })
    if (developer && developer.email !== email) return refused('email_mismatch')
    return done(undefined)
  },
  async run({ transaction, developer, mail, record, afterwards }) {
    const { id, email, role } = developer
    if (role === 'administrator' && (await isLastAdministrator(transaction, id)))
      return refused('last_administrator')
    const leaver = { owner: { id, role }, email, locked: await lockTeammates(transaction, id) }
    const emails = await forgetPerson(transaction, id)
    const departures = await leaveAll({ transaction, mail }, leaver)
    await releaseEmail(transaction, id)
    const applications = departures.filter(({ ended }) => ended).length
    const shared = departures.length - applications
    await mail(developer, 'account-deleted', { applications, shared, byOperator: false })
    for (const departure of departures) recordDeparture(record, departure)
    record(self.subject(developer), { applications, shared }, 'developer.deleted')
    afterwards(() => forgetAddresses(transaction, id, emails))
    return done(undefined)
  },
})

/**
 * Erases a person on behalf of them, as {@link deleteDeveloper} does. Applications that they share with another owner
 * continue.
 * @returns refused `own_account`, `last_administrator`, `last_owner` (of an application or organisation that must be
 *   handed over first)
 */
export const eraseDeveloper = command({
  ...toPerson,
  ...withTeammates,
  input: erasureSchema,
  audit: ['developer.erased', 'application.member_removed', 'organisation.member_removed'],
  async run({ transaction, actor, person: developer, input: { reason }, mail, record, afterwards }) {
    const { id: memberId, email, role } = developer
    if (memberId === actor.id) return refused('own_account')
    if (role === 'administrator' && (await isLastAdministrator(transaction, memberId)))
      return refused('last_administrator')
    if (await isLastOwner(transaction, memberId)) return refused('last_owner')
    const owner = { id: memberId, role: 'developer' } as const
    const leaver = { owner, email, locked: await lockTeammates(transaction, memberId) }
    const emails = await forgetPerson(transaction, memberId)
    const departures = await leaveAll({ transaction, mail }, leaver)
    await releaseEmail(transaction, memberId)
    const shared = departures.length
    await mail(developer, 'account-deleted', { applications: 0, shared, byOperator: true })
    for (const { subject } of departures) {
      const { type, id } = subject
      record({ type, id }, { memberId }, `${type}.member_removed`)
    }
    record(person.subject(developer), { reason, shared }, 'developer.erased')
    afterwards(() => forgetAddresses(transaction, memberId, emails))
    return done(undefined)
  },
})

/**
 * Whether an application or organisation that has not ended has no owner but them. The caller has locked them
 * and their teammates.
 */
async function isLastOwner(transaction: Transaction, developerId: string): Promise<boolean> {
  const members = { some: { role: 'owner', developerId: { not: developerId } } } as const
  const applications = await transaction.application.count({
    where: { ...openTo(developerId, 'delete'), NOT: { OR: [{ members }, { organisation: { members } }] } },
  })
  const organisations = await transaction.organisation.count({
    where: { ...openOrganisationTo(developerId, 'delete'), NOT: { members } },
  })
  return applications + organisations > 0
}

/** @returns all e-mail addresses that were theirs */
async function forgetPerson(transaction: Transaction, developerId: string): Promise<string[]> {
  const addresses = await findAddresses(transaction, developerId)
  await transaction.developer.update({
    where: { id: developerId },
    data: {
      passwordHash: null,
      displayName: '',
      timeZone: null,
      ...noApproval,
      deletedAt: now(),
      sessionVersion: { increment: 1 },
    },
  })
  await revokeSessions(transaction, developerId)
  await revokeInvitations(transaction, developerId)
  await revokeInvitationsOf(transaction, developerId)
  await releaseAssignments(transaction, developerId)
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

/**
 * After all applications: a key that changes is locked against new references to its row, and a command that
 * has locked an application may be about to make one.
 */
async function releaseEmail(transaction: Transaction, developerId: string): Promise<void> {
  // No such domain can be registered (RFC 2606 §2), and signing up requires a dot in it.
  const email = `deleted-${developerId}@invalid`
  await transaction.developer.update({ where: { id: developerId }, data: { email } })
}

/** Locks in the order of `lockTeam`. @returns the ids of everyone it locked */
async function lockTeammates(transaction: Transaction, developerId: string): Promise<string[]> {
  const locked = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM developer WHERE id = ${developerId}::uuid OR id IN (
      SELECT other.developer_id FROM application_team own
      JOIN application_team other ON other.application_id = own.application_id
      WHERE own.developer_id = ${developerId}::uuid
      UNION SELECT other.developer_id FROM application_member own
      JOIN application_member other ON other.organisation_id = own.organisation_id
      WHERE own.developer_id = ${developerId}::uuid)
    ORDER BY id FOR NO KEY UPDATE`
  return locked.map(({ id }) => id)
}

/**
 * What happened to one subject: ended, or continued (`successorId` if someone had to become its owner),
 * perhaps suspended for a reason.
 */
type Departure = {
  subject: TeamResource
  from: string
  ended: boolean
  successorId: string | null
  suspendedFor?: string
}

type Leaver = { owner: Owner; email: string; locked: string[] }

async function leaveAll({ transaction, mail }: Mailing, leaver: Leaver): Promise<Departure[]> {
  const { owner } = leaver
  const departures: Departure[] = []
  // All of them in one call, before anything ends one by one: gateways lock those of many applications in the
  // same order.
  const own = { where: openTo(owner.id, 'view'), select: { id: true } }
  const ids = (await transaction.application.findMany(own)).map(({ id }) => id)
  await lockTestAccounts(transaction, ids)
  const organisations = await transaction.organisation.findMany({
    where: openOrganisationTo(owner.id, 'leave'),
    orderBy: { id: 'asc' },
  })
  for (const organisation of organisations)
    departures.push(...(await leaveOrganisation({ transaction, mail }, organisation, leaver)))
  const applications = await transaction.application.findMany({
    where: openTo(owner.id, 'view'),
    orderBy: { id: 'asc' },
  })
  for (const application of applications)
    departures.push(await leaveOne({ transaction, mail }, application, leaver))
  return departures
}

/** Before any application: anyone who leaves an organisation leaves the teams of its applications, which it keeps. */
async function leaveOrganisation(
  { transaction, mail }: Mailing,
  { id, legalName, state }: Organisation,
  leaver: Leaver,
): Promise<Departure[]> {
  const subject = { type: 'organisation', id, name: legalName } as const
  const applications = await transaction.application.findMany({
    where: { organisationId: id, state: { not: 'deleted' } },
    orderBy: { id: 'asc' },
  })
  for (const application of applications) await lockSecrets(transaction, application.id)
  const { successor, others } = await findHeir(transaction, subject, leaver)
  if (successor !== 'nobody' || others.some(({ role }) => role === 'owner')) {
    const successorId = await leaveTo({ transaction, mail }, subject, successor, leaver)
    if (successor === 'nobody')
      for (const application of applications) await revokeTokens(transaction, application.id)
    return [{ subject, from: state, ended: false, successorId }]
  }
  const departures: Departure[] = []
  const suspendedFor = await findReason(transaction, id)
  for (const application of applications)
    departures.push(await leaveToTeam({ transaction, mail }, application, leaver, suspendedFor))
  await closeOrganisation(transaction, id, leaver.owner)
  return [...departures, endOf(subject, state)]
}

/** Why an organisation, which the caller has locked, is suspended; null if it is not. */
async function findReason(transaction: Transaction, id: string): Promise<string | null> {
  const { state } = await transaction.organisation.findUniqueOrThrow({ where: { id } })
  return state === 'suspended' ? ((await findOrganisationSuspension(transaction, id))?.reason ?? '') : null
}

/**
 * An application with its own people, who do not belong to the organisation, continues as theirs. If the
 * organisation is suspended, so is the application from then on, until an administrator reinstates it.
 * @throws Refusal `changed_meanwhile` while its approval is being proved, which the gateways refuse: soon it is undone
 */
async function leaveToTeam(
  { transaction, mail }: Mailing,
  application: Application,
  leaver: Leaver,
  suspendedFor: string | null,
): Promise<Departure> {
  const { id, name, state } = application
  const subject = { type: 'application', id, name } as const
  const others = (await lockTeamOf(transaction, id, leaver.locked)).filter(
    (each) => each.id !== leaver.owner.id,
  )
  const successor = findNextOwner(others)
  if (successor === 'nobody' && !others.some(({ role }) => role === 'owner')) {
    await deleteApplicationIn(transaction, application, leaver.owner)
    return endOf(subject, state)
  }
  const successorId = await leaveTo({ transaction, mail }, subject, successor, leaver)
  await transaction.application.update({ where: { id }, data: { organisationId: null } })
  await requireOwnDocuments(transaction, id)
  if (successor === 'nobody') await revokeTokens(transaction, id)
  const stopped = suspendedFor !== null && (await stopIfLive({ transaction, mail }, id, suspendedFor))
  return { subject, from: state, ended: false, successorId, ...(stopped ? { suspendedFor } : {}) }
}

async function stopIfLive({ transaction, mail }: Mailing, id: string, reason: string): Promise<boolean> {
  const application = await transaction.application.findUniqueOrThrow({ where: { id } })
  if (!liveStates.includes(application.state)) return false
  if (await stopApplication({ transaction, mail }, application, reason, systemActor)) return true
  throw new RefusalError(refused('changed_meanwhile'))
}

function endOf(subject: TeamResource, from: string): Departure {
  return { subject, from, ended: true, successorId: null }
}

async function findHeir(transaction: Transaction, { id }: TeamResource, { owner, locked }: Leaver) {
  const team = await lockTeamOf(transaction, id, locked)
  const others = team.filter((each) => each.id !== owner.id)
  const owns = team.some((each) => each.id === owner.id && each.role === 'owner')
  return { successor: owns ? findNextOwner(others) : null, others }
}

/** @returns the id of the heir, if one was needed and found */
async function leaveTo(
  { transaction, mail }: Mailing,
  subject: TeamResource,
  successor: Awaited<ReturnType<typeof findHeir>>['successor'],
  { owner, email }: Leaver,
): Promise<string | null> {
  const heir = successor === 'nobody' ? null : successor
  if (heir) await giveOwnership({ transaction, mail }, subject, heir, 'inherited')
  await dropMember(transaction, subject.id, owner.id)
  await notifyOwners(
    { transaction, mail },
    subject,
    { change: 'left', personEmail: email },
    { except: heir ? [heir.id] : [] },
  )
  return heir?.id ?? null
}

/**
 * A suspended co-owner keeps an application, which then stops, only if no member could take it over. Secrets are locked
 * before the application, as by a gateway that mints a token.
 */
async function leaveOne(
  { transaction, mail }: Mailing,
  application: Application,
  leaver: Leaver,
): Promise<Departure> {
  const { id, name, state, organisationId } = application
  const subject = { type: 'application', id, name } as const
  await lockSecrets(transaction, id)
  const { successor: heir, others } = await findHeir(transaction, subject, leaver)
  // An organisation has owners.
  const successor = organisationId ? null : heir
  if (successor === 'nobody' && !others.some(({ role }) => role === 'owner')) {
    await deleteApplicationIn(transaction, application, leaver.owner)
    return endOf(subject, state)
  }
  const successorId = await leaveTo({ transaction, mail }, subject, successor, leaver)
  if (successor === 'nobody') await revokeTokens(transaction, id)
  return { subject, from: state, ended: false, successorId }
}

function recordDeparture(
  record: Context<unknown, unknown>['record'],
  { subject: { type, id }, from, ended, successorId, suspendedFor }: Departure,
): void {
  if (ended)
    record({ type, id }, { from }, type === 'application' ? 'application.deleted' : 'organisation.closed')
  else record({ type, id }, { successorId }, `${type}.member_left`)
  if (suspendedFor === undefined) return
  record({ type, id }, { reason: suspendedFor }, 'application.suspended', systemActor)
}
