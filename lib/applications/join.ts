import type { Developer, Prisma } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { releaseAssignments } from '@/lib/developers/roles'
import { activate, hasApprovedDomain, hashFirstPassword } from '@/lib/identity/activation'
import { lockByEmail } from '@/lib/identity/administrators'
import { cancelLinks, hashLink, type LinkState, linkStateOf } from '@/lib/identity/link'
import { newcomerSchema } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { hasDecidedOn } from './conflict-of-interest'
import { live } from './invite'
import { columnsOf, ofSubjectOpenTo, subjectIdOf, type TeamResource } from './subject'
import { lockTeam, notifyOwners } from './team-members'

/** Of these two one is null, so that a transaction, which has one connection, reads only one. */
const offered = {
  application: { select: { id: true, name: true, environment: true, state: true } },
  organisation: { select: { id: true, legalName: true, state: true } },
} satisfies Prisma.MembershipInvitationInclude

const offer = {
  ...offered,
  invitedBy: { select: { email: true, displayName: true } },
} satisfies Prisma.MembershipInvitationInclude

const toExisting = {
  OR: [{ application: { state: { not: 'deleted' } } }, { organisation: { state: { not: 'closed' } } }],
} satisfies Prisma.MembershipInvitationWhereInput

/** Looks an invitation up by its mailed link, without using it. `row` is present if it is usable. */
export async function findTeamInvitation(link: string) {
  const tokenHash = hashLink(link)
  const row = tokenHash
    ? await database().membershipInvitation.findUnique({ where: { tokenHash }, include: offer })
    : null
  const over = row?.application?.state === 'deleted' || row?.organisation?.state === 'closed'
  const state: LinkState = over ? 'unknown' : linkStateOf(row)
  return { state, row: state === 'usable' ? row : null }
}

/** The application or organisation of an invitation. */
export function offeredBy({
  application,
  organisation,
}: Pick<OfferedPlace, 'application' | 'organisation'>): TeamResource {
  if (application) return { type: 'application', id: application.id, name: application.name }
  if (organisation) return { type: 'organisation', id: organisation.id, name: organisation.legalName }
  throw new Error('unreachable: every invitation is to something')
}

/** Invitations to this developer's address that can be accepted now, newest first. */
export async function listTeamInvitations(developerId: string) {
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  return database().membershipInvitation.findMany({
    where: { email, ...live(), ...toExisting },
    include: offer,
    orderBy: { id: 'desc' },
  })
}

export type OfferedPlace = Awaited<ReturnType<typeof listTeamInvitations>>[number]

/**
 * The invitations to an application or organisation that can be accepted now, newest first; none for anyone
 * who may not see them.
 */
export async function listSentInvitations(subjectId: string, developerId: string) {
  if (!isUuid(subjectId)) return []
  return database().membershipInvitation.findMany({
    where: { ...live(), ...ofSubjectOpenTo(subjectId, developerId, 'team') },
    orderBy: { id: 'desc' },
    select: { id: true, email: true, role: true, expiresAt: true },
  })
}

/** An invitation to the address of who acts, which their activation link has proven. */
const invitation: Target<'invitation', Offered, 'invited'> = {
  name: 'invitation',
  async find(transaction, _right, id, actor) {
    const able = { activatedAt: { not: null }, suspendedAt: null, deletedAt: null }
    const developer =
      actor.id && (await transaction.developer.findFirst({ where: { id: actor.id, ...able } }))
    if (!developer) return null
    const where = { id, email: developer.email, ...toExisting }
    const found = await transaction.membershipInvitation.findFirst({ where, include: offered })
    return found && { ...found, developer }
  },
  /** The person together with the team, so that no one joins while they are suspended or deleted. */
  async lock(transaction, id, { actor }) {
    const place = await transaction.membershipInvitation.findUniqueOrThrow({ where: { id } })
    await lockTeam(transaction, subjectIdOf(place), actor.id)
  },
  subject: offeredBy,
  isSandbox: ({ application }) => application?.environment === 'sandbox',
}

type Offered = Omit<OfferedPlace, 'invitedBy'> & { developer: Developer }

/**
 * Accepts an invitation: they join immediately. If one invitation is posted twice, one post succeeds. A reviewer who
 * joins gives up their claims on its submissions.
 * @returns what they joined; refused `not_found` (also for one that was used, replaced, revoked or has expired),
 *   `decided` (they have decided on it; the invitation stays open, to be declined)
 */
export const acceptInvitation = command({
  on: invitation,
  right: 'invited',
  confirm: 'production',
  notifies: 'owners',
  audit: ['application.member_joined', 'organisation.member_joined'],
  async run({ transaction, invitation, mail, record }) {
    const { id, role, developer } = invitation
    const subject = offeredBy(invitation)
    if (await hasDecidedOn(transaction, subject.id, developer.id)) return refused('decided')
    if (!(await consume(transaction, id, { usedAt: now() }))) return refused('not_found')
    const place = { ...columnsOf(subject), developerId: developer.id }
    // Someone whose address has changed may already be on the team: their role stays.
    if ((await transaction.membership.count({ where: place })) === 0)
      await transaction.membership.create({ data: { ...place, role, joinedAt: now() } })
    await releaseAssignments(transaction, developer.id, subject.id)
    const news = { change: 'joined', personEmail: developer.email } as const
    await notifyOwners({ transaction, mail }, subject, news, { by: developer.id })
    record(subject, { invitationId: id, role }, `${subject.type}.member_joined`)
    return done(subject)
  },
})

/** Declines an invitation. @returns refused `not_found` as above */
export const declineInvitation = command({
  on: invitation,
  right: 'invited',
  audit: ['application.invitation_declined', 'organisation.invitation_declined'],
  async run({ transaction, invitation, record }) {
    const { id } = invitation
    if (!(await consume(transaction, id, { cancelledAt: now() }))) return refused('not_found')
    const subject = offeredBy(invitation)
    record(subject, { invitationId: id }, `${subject.type}.invitation_declined`)
    return done(undefined)
  },
})

/**
 * Accepts an invitation as someone whose address has no account yet: the link, which was mailed to that address alone,
 * proves it, and the password activates their account, which is created if there is none. Opening the link uses nothing
 * up; posting does, once.
 * @returns the session, and what they joined, or null if that is not possible (they may have decided on it); refused as
 *   `ActivationRefused`, `unusable_link` also for an account that is activated or suspended
 */
export const joinAsNewcomer = command({
  right: 'anyone',
  notifies: 'owners',
  input: newcomerSchema,
  audit: ['developer.signed_up', 'developer.activated'],
  async prepare({ input }) {
    const { row } = await findTeamInvitation(input.link)
    if (!row) return refused('unusable_link')
    const { id, email } = row
    if (!hasApprovedDomain(email)) return refused('domain')
    const hashed = await hashFirstPassword(input, { email, role: 'developer' }, email)
    return hashed.ok ? done({ id, email, passwordHash: hashed.value }) : hashed
  },
  async run(given) {
    const { transaction, input, prepared, record, join } = given
    const { id: target, email, passwordHash } = prepared
    const { developer, isNew } = await lockByEmail(transaction, email, input.locale)
    const { id, activatedAt, suspendedAt, role } = developer
    if (activatedAt || suspendedAt || role !== 'developer') return refused('unusable_link')
    const where = { id: target, ...live(), ...toExisting }
    if ((await transaction.membershipInvitation.count({ where })) === 0) return refused('unusable_link')
    if (isNew) record({ type: 'developer', id }, {}, 'developer.signed_up')
    // A link may be open from a sign-up with the same address: the account is now activated without it.
    await cancelLinks(transaction, id, ['activation'])
    const activated = await activate(given, developer, passwordHash)
    if (!activated.ok) return activated
    // The link proved who they are.
    const joined = await join(acceptInvitation, { actor: { id, role, confirmedAt: now() }, target })
    return done({ session: activated.value, subject: joined.ok ? joined.value : null })
  },
})

/** Whether an invited address has an account: its owner signs in to accept. */
export async function hasAccount(email: string): Promise<boolean> {
  return (await database().developer.count({ where: { email, activatedAt: { not: null } } })) > 0
}

async function consume(
  transaction: Transaction,
  id: string,
  data: { usedAt: Date } | { cancelledAt: Date },
): Promise<boolean> {
  const { count } = await transaction.membershipInvitation.updateMany({ where: { id, ...live() }, data })
  return count === 1
}
