import type { Prisma } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { endClaims } from '@/lib/developers/claims'
import { activateInvited } from '@/lib/identity/activation'
import { hashLink, type LinkState, stateOf } from '@/lib/identity/link'
import type { ActivationInput, Device } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { hasDecidedOn } from './conflict-of-interest'
import { live } from './invite'
import { columnsOf, ofSubjectOpenTo, type Subject, subjectIdOf } from './subject'
import { lockTeam, notifyOwners, type TeamMember } from './team-members'

/** Of these two one is null, so that a transaction, which has one connection, reads only one. */
const offered = {
  application: { select: { id: true, name: true, environment: true, state: true } },
  organisation: { select: { id: true, legalName: true, state: true } },
} satisfies Prisma.ApplicationInvitationInclude

const offer = {
  ...offered,
  invitedBy: { select: { email: true, displayName: true } },
} satisfies Prisma.ApplicationInvitationInclude

const toExisting = {
  OR: [{ application: { state: { not: 'deleted' } } }, { organisation: { state: { not: 'closed' } } }],
} satisfies Prisma.ApplicationInvitationWhereInput

/** Looks an invitation up by its mailed link, without using it. `row` is present if it is usable. */
export async function findTeamInvitation(link: string) {
  const tokenHash = hashLink(link)
  const row = tokenHash
    ? await database().applicationInvitation.findUnique({ where: { tokenHash }, include: offer })
    : null
  const over = row?.application?.state === 'deleted' || row?.organisation?.state === 'closed'
  const state: LinkState = over ? 'unknown' : stateOf(row)
  return { state, row: state === 'usable' ? row : null }
}

/** The application or organisation of an invitation. */
export function offeredBy({
  application,
  organisation,
}: Pick<OfferedPlace, 'application' | 'organisation'>): Subject {
  if (application) return { type: 'application', id: application.id, name: application.name }
  if (organisation) return { type: 'organisation', id: organisation.id, name: organisation.legalName }
  throw new Error('unreachable: every invitation is to something')
}

/** Invitations to this developer's address that can be accepted now, newest first. */
export async function listTeamInvitations(developerId: string) {
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  return database().applicationInvitation.findMany({
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
  return database().applicationInvitation.findMany({
    where: { ...live(), ...ofSubjectOpenTo(subjectId, developerId, 'team') },
    orderBy: { id: 'desc' },
    select: { id: true, email: true, role: true, expiresAt: true },
  })
}

/**
 * Accepts an invitation: they join immediately. The caller is signed in, and the invitation was sent to their address,
 * which their activation link has proven. If one invitation is posted twice, one post succeeds. A reviewer who joins
 * gives up their claims on its submissions.
 * @returns what they joined; refused `not_found` (unknown, another's, used, replaced, revoked, expired), `decided`
 *   (they have decided on it; the invitation stays open, to be declined)
 */
export async function acceptTeamInvitation(
  invitationId: string,
  developer: Owner,
): Promise<Result<Subject, 'not_found' | 'decided'>> {
  return answer(
    invitationId,
    developer,
    async (transaction, { id, role, ...invitation }, { email, team }) => {
      const subject = offeredBy(invitation)
      if (await hasDecidedOn(transaction, subject.id, developer.id)) return refused('decided')
      if (!(await consume(transaction, id, { usedAt: now() }))) return refused('not_found')
      // Someone whose address has changed may already be on the team: their role stays.
      if (!team.some((each) => each.id === developer.id)) {
        const place = { ...columnsOf(subject), developerId: developer.id, role, joinedAt: now() }
        await transaction.applicationMember.create({ data: place })
      }
      await endClaims(transaction, developer.id, subject.id)
      await notifyOwners(transaction, subject, { change: 'joined', personEmail: email }, { by: developer.id })
      const detail = { invitationId: id, role }
      const { type } = subject
      await recordAudit(transaction, developer, `${type}.member_joined`, { type, id: subject.id }, detail)
      return done(subject)
    },
  )
}

/**
 * Accepts an invitation as someone whose address has no account yet: the link, which was mailed to that address alone,
 * proves it, and the password activates their account. Opening the link uses nothing up; posting does, once.
 * @returns the session, and what they joined, or null if that is not possible (they may have decided on it); refused as
 *   by `activateInvited`
 */
export async function joinAsNewcomer(
  { link, ...input }: ActivationInput & { locale: string },
  device: Device,
) {
  const { row } = await findTeamInvitation(link)
  if (!row) return refused('unusable_link')
  const { id, email } = row
  const isUsable = async (transaction: Transaction) =>
    (await transaction.applicationInvitation.count({ where: { id, ...live(), ...toExisting } })) === 1
  const activated = await activateInvited({ ...input, email, isUsable }, device)
  if (!activated.ok) return activated
  const { developerId, role } = activated.value
  const joined = await acceptTeamInvitation(id, { id: developerId, role })
  return done({ session: activated.value, subject: joined.ok ? joined.value : null })
}

/** Whether an invited address has an account: its owner signs in to accept. */
export async function hasAccount(email: string): Promise<boolean> {
  return (await database().developer.count({ where: { email, activatedAt: { not: null } } })) > 0
}

/** Declines an invitation. @returns refused `not_found` as above */
export async function declineTeamInvitation(
  invitationId: string,
  developer: Owner,
): Promise<Result<Subject, 'not_found'>> {
  return answer(invitationId, developer, async (transaction, { id, ...invitation }) => {
    if (!(await consume(transaction, id, { cancelledAt: now() }))) return refused('not_found')
    const subject = offeredBy(invitation)
    const { type } = subject
    const detail = { invitationId: id }
    await recordAudit(transaction, developer, `${type}.invitation_declined`, { type, id: subject.id }, detail)
    return done(subject)
  })
}

type Answer<Reason extends string> = (
  transaction: Transaction,
  invitation: Omit<OfferedPlace, 'invitedBy'>,
  at: { email: string; team: TeamMember[] },
) => Promise<Result<Subject, Reason>>

/** Locks the developer together with the team: a suspended or deleted developer does not join. */
function answer<Reason extends string>(
  invitationId: string,
  { id }: Owner,
  work: Answer<Reason>,
): Promise<Result<Subject, Reason | 'not_found'>> {
  if (!isUuid(invitationId)) return Promise.resolve(refused('not_found'))
  return database().$transaction(async (transaction) => {
    const place = await transaction.applicationInvitation.findUnique({
      where: { id: invitationId },
      select: { applicationId: true, organisationId: true },
    })
    if (!place) return refused('not_found')
    const team = await lockTeam(transaction, subjectIdOf(place), id)
    const developer = await transaction.developer.findFirst({
      where: { id, activatedAt: { not: null }, suspendedAt: null, deletedAt: null },
    })
    if (!developer) return refused('not_found')
    const invitation = await transaction.applicationInvitation.findFirst({
      where: { id: invitationId, email: developer.email, ...toExisting },
      include: offered,
    })
    return invitation ? work(transaction, invitation, { email: developer.email, team }) : refused('not_found')
  })
}

async function consume(
  transaction: Transaction,
  id: string,
  data: { usedAt: Date } | { cancelledAt: Date },
): Promise<boolean> {
  const { count } = await transaction.applicationInvitation.updateMany({ where: { id, ...live() }, data })
  return count === 1
}
