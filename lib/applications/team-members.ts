import type { Prisma, TeamRole } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import type { Mailing } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import type { Recipient } from '@/lib/mail/commands'
import { listRecipients } from './queries'
import { columnsOf, lockSubject, ofSubject, ofSubjectOpenTo, subjectLink, type TeamResource } from './subject'

export type TeamMember = {
  id: string
  email: string
  displayName: string
  locale: string
  role: TeamRole
  joinedAt: Date
  suspended: boolean
}

/** An event in a team, of which its owners are notified. */
export type TeamChange =
  | 'invited'
  | 'joined'
  | 'left'
  | 'removed'
  | 'made_owner'
  | 'handed_over'
  | 'appointed'
  | 'suspended'

/**
 * Everyone on the team of an application or in an organisation, owners first, then by time of joining; empty
 * for anyone who may not see it. An application's list is without the people of its organisation.
 */
export async function listTeam(subjectId: string, developerId: string): Promise<TeamMember[]> {
  if (!isUuid(subjectId)) return []
  return readTeam(database(), ofSubjectOpenTo(subjectId, developerId, 'view'))
}

/**
 * Who becomes owner when everyone but these others leaves: null if an owner who is not suspended remains, `nobody` if
 * there is none and no member who could become one.
 */
export function findNextOwner(others: TeamMember[]): TeamMember | 'nobody' | null {
  const able = others.filter(({ suspended }) => !suspended)
  if (able.some(({ role }) => role === 'owner')) return null
  return able[0] ?? 'nobody'
}

/** What a page shows of someone's leaving: their role, and who could become owner. */
export function versionedLeaving(team: TeamMember[], leaverId: string): unknown[] {
  const successor = findNextOwner(team.filter(({ id }) => id !== leaverId))
  return [team.find(({ id }) => id === leaverId)?.role, successor === 'nobody' ? successor : successor?.id]
}

/** Makes someone an owner inside the caller's transaction, and mails them how that happened. */
export async function giveOwnership(
  { transaction, mail }: Mailing,
  subject: TeamResource,
  target: TeamMember,
  how: 'made' | 'handed_over' | 'inherited' | 'appointed',
): Promise<void> {
  await transaction.membership.updateMany({
    where: { ...columnsOf(subject), developerId: target.id },
    data: { role: 'owner' },
  })
  const props = { ...mailedName(subject), link: subjectLink(subject), how }
  await mail(target, 'ownership-given', props)
}

/**
 * Removes someone from a team inside the caller's transaction, and ends the invitations that they sent for
 * it. Anyone who leaves an organisation leaves the teams of its applications too.
 */
export async function dropMember(
  transaction: Transaction,
  subjectId: string,
  developerId: string,
): Promise<void> {
  const places = placesWithin(subjectId)
  await revokeInvitationsOf(transaction, developerId, places)
  await transaction.membership.deleteMany({ where: { developerId, ...places } })
}

/** Places on the team of an application, or in an organisation and on the teams of its applications. */
export function placesWithin(subjectId: string) {
  return { OR: [...ofSubject(subjectId).OR, { application: { organisationId: subjectId } }] }
}

/** Ends the open invitations that this developer sent, for one application or organisation, or for all. */
export async function revokeInvitationsOf(
  transaction: Transaction,
  invitedById: string,
  places: Prisma.MembershipInvitationWhereInput = {},
): Promise<void> {
  await transaction.membershipInvitation.updateMany({
    where: { invitedById, ...places, usedAt: null, cancelledAt: null },
    data: { cancelledAt: now() },
  })
}

/**
 * The team, locked until the transaction ends: no other command changes it, or suspends or deletes someone on it. All
 * commands take locks in the same order, to prevent deadlocks: developers by their ids in one statement, then secrets,
 * then applications by their ids, then submissions.
 * @param joining someone outside the team to lock with it
 */
export async function lockTeam(
  transaction: Transaction,
  subjectId: string,
  joining: string | null = null,
): Promise<TeamMember[]> {
  const locked = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM developer WHERE id = ${joining}::uuid
      OR id IN (SELECT developer_id FROM application_team WHERE application_id = ${subjectId}::uuid)
      OR id IN (SELECT developer_id FROM application_member WHERE organisation_id = ${subjectId}::uuid)
    ORDER BY id FOR SHARE`
  return lockTeamOf(
    transaction,
    subjectId,
    locked.map(({ id }) => id),
  )
}

/**
 * As {@link lockTeam}, for a caller who has locked these developers already. Anyone who has joined in the meantime is
 * left out, as they could be suspended at the same moment.
 */
export async function lockTeamOf(
  transaction: Transaction,
  subjectId: string,
  developerIds: readonly string[],
): Promise<TeamMember[]> {
  await lockSubject(transaction, subjectId)
  const team = await readTeam(transaction, ofSubject(subjectId))
  return team.filter(({ id }) => developerIds.includes(id))
}

/**
 * The team of what is locked by {@link lockTeam}. Anyone who joined meanwhile, and is being suspended or deleted at
 * this moment, is left out.
 */
export async function listLocked(transaction: Transaction, subjectId: string): Promise<TeamMember[]> {
  const team = await readTeam(transaction, ofSubject(subjectId))
  const ids = team.map(({ id }) => id)
  const locked = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM developer WHERE id = ANY(${ids}::uuid[]) FOR SHARE SKIP LOCKED`
  return team.filter((each) => locked.some(({ id }) => id === each.id))
}

/** What owners are notified of: whom it concerns, and for an invitation to which role. */
type News = { change: TeamChange; personEmail: string; role?: TeamRole }

/**
 * Who gets the mail besides the owners as they are now: those who were owners before. `by`, the author, gets it unless
 * it is about the Sandbox: for Production it could be a stranger in their session. `except`: who gets another mail.
 */
type Readers = { by?: string; before?: Recipient[]; except?: string[] }

/**
 * Queues a mail about a change of the team to each of its owners, before and after it. A change of an organisation also
 * concerns those who own its Production applications without belonging to it.
 */
export async function notifyOwners(
  { transaction, mail }: Mailing,
  subject: TeamResource,
  { role, ...news }: News,
  { by = '', before = [], except = [] }: Readers = {},
): Promise<void> {
  // Whether an invited address has an account is not the owners' to know.
  const where = { email: news.personEmail }
  const person = news.change === 'invited' ? null : await transaction.developer.findUnique({ where })
  const what = { ...news, ...(role && { role }), personName: person?.displayName || undefined }
  const sandbox = { id: subject.id, environment: 'sandbox' } as const
  const known = [...except, ...((await transaction.application.count({ where: sandbox })) > 0 ? [by] : [])]
  for (const each of [subject, ...(await listProductionOf(transaction, subject))]) {
    const readers = [...before, ...(await listRecipients(transaction, each.id, 'team'))].filter(
      ({ id }, index, all) =>
        !known.includes(id ?? '') && all.findIndex((other) => other.id === id) === index,
    )
    const props = { ...mailedName(each), link: `${subjectLink(each)}/team`, ...what }
    await mail(readers, 'team-changed', props)
    known.push(...readers.map(({ id }) => id ?? ''))
  }
}

/** The Production applications of an organisation. */
async function listProductionOf(
  transaction: Transaction,
  { type, id }: TeamResource,
): Promise<TeamResource[]> {
  if (type === 'application') return []
  const found = await transaction.application.findMany({
    where: { organisationId: id, environment: 'production', state: { not: 'deleted' } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  })
  return found.map((application) => ({ type: 'application', ...application }))
}

/** How mails name it: their texts are about applications unless `organisation` is set. */
export function mailedName({ type, name }: TeamResource): { applicationName: string; organisation?: true } {
  return { applicationName: name, ...(type === 'organisation' ? { organisation: true } : {}) }
}

async function readTeam(transaction: Transaction, where: Prisma.MembershipWhereInput): Promise<TeamMember[]> {
  const rows = await transaction.membership.findMany({
    where,
    include: { developer: { select: { email: true, displayName: true, locale: true, suspendedAt: true } } },
    orderBy: [{ role: 'asc' }, { joinedAt: 'asc' }, { developerId: 'asc' }],
  })
  return rows.map(({ developerId, developer, role, joinedAt }) => ({
    id: developerId,
    email: developer.email,
    displayName: developer.displayName,
    locale: developer.locale,
    role,
    joinedAt,
    suspended: developer.suspendedAt !== null,
  }))
}
