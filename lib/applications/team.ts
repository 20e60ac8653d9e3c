import type { z } from 'zod'
import { type Context, command, type OnTarget } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { declineInvitations, hasInterest } from './conflict-of-interest'
import { listRecipients } from './queries'
import { appointmentSchema, memberSchema } from './schema'
import { columnsOf, ofSubject, type TeamResource } from './subject'
import { subject } from './target'
import {
  dropMember,
  findNextOwner,
  giveOwnership,
  listLocked,
  mailedName,
  notifyOwners,
  placesWithin,
  revokeInvitationsOf,
  versionedLeaving,
} from './team-members'

type Given = Pick<Context<z.output<typeof memberSchema>, undefined>, 'transaction' | 'actor' | 'input'> &
  OnTarget<'subject', TeamResource>

/** A change that an owner makes to another person on the team. */
const change = {
  on: subject,
  right: 'team',
  confirm: 'production',
  notifies: 'owners',
  input: memberSchema,
  async version(given: Given) {
    const member = await findOther(given)
    return member && [member.role, member.suspended]
  },
} as const

/** The member, if they are not the owner themselves. */
async function findOther({ transaction, actor, subject, input: { memberId } }: Given) {
  const team = await listLocked(transaction, subject.id)
  return team.find(({ id }) => id === memberId && id !== actor.id)
}

/**
 * Removes another person from the team, effective at their next request; the invitations that they sent end too.
 * @returns what it was about; refused `gone` (no one with that id is on it, or it is the owner themselves)
 */
export const removeMember = command({
  ...change,
  irreversible: true,
  audit: ['application.member_removed', 'organisation.member_removed'],
  async run({ mail, record, ...given }) {
    const { transaction, actor, subject } = given
    const member = await findOther(given)
    if (!member) return refused('gone')
    const { id: memberId, email: personEmail, role } = member
    await dropMember(transaction, subject.id, memberId)
    await mail(member, 'team-removed', teamless(subject))
    await notifyOwners(
      { transaction, mail },
      subject,
      { change: 'removed', personEmail },
      { by: actor.id ?? '' },
    )
    record(subject, { memberId, role }, `${subject.type}.member_removed`)
    return done(subject)
  },
})

/**
 * Makes a member a further owner.
 * @returns refused `gone` as above, `suspended`, `owner_already`
 */
export const makeOwner = command({
  ...change,
  audit: ['application.member_made_owner', 'organisation.member_made_owner'],
  async run({ mail, record, ...given }) {
    const { transaction, actor, subject } = given
    const member = await findOther(given)
    if (!member) return refused('gone')
    const { id: memberId, email: personEmail, suspended, role } = member
    if (suspended) return refused('suspended')
    if (role === 'owner') return refused('owner_already')
    await giveOwnership({ transaction, mail }, subject, member, 'made')
    const news = { change: 'made_owner', personEmail } as const
    await notifyOwners({ transaction, mail }, subject, news, { by: actor.id ?? '', except: [memberId] })
    record(subject, { memberId }, `${subject.type}.member_made_owner`)
    return done(subject)
  },
})

/**
 * Hands an application or organisation over to someone on its team, who becomes an owner; the previous owner
 * becomes a member. Secrets and tokens keep working.
 * @returns refused `gone` as above, `suspended`
 */
export const handOver = command({
  ...change,
  audit: ['application.handed_over', 'organisation.handed_over'],
  async run({ mail, record, ...given }) {
    const { transaction, actor, subject } = given
    const by = actor.id ?? ''
    const member = await findOther(given)
    if (!member) return refused('gone')
    const { id: memberId, email: personEmail, suspended } = member
    if (suspended) return refused('suspended')
    await giveOwnership({ transaction, mail }, subject, member, 'handed_over')
    const before = await listRecipients(transaction, subject.id, 'team')
    await transaction.membership.updateMany({
      where: { ...columnsOf(subject), developerId: by },
      data: { role: 'member' },
    })
    await revokeInvitationsOf(transaction, by, placesWithin(subject.id))
    const news = { change: 'handed_over', personEmail } as const
    await notifyOwners({ transaction, mail }, subject, news, { by, before, except: [memberId] })
    record(subject, { memberId }, `${subject.type}.handed_over`)
    return done(subject)
  },
})

/**
 * Leaves an application or an organisation, and then the teams of its applications too. If no owner remains
 * who is not suspended, the member who has been on the team longest and is not suspended becomes owner and
 * gets a mail.
 * @returns refused `gone` (not on its team), `only_person` (no one else could own it)
 */
export const leaveTeam = command({
  on: subject,
  right: 'leave',
  confirm: 'production',
  irreversible: true,
  notifies: 'owners',
  audit: ['application.member_left', 'organisation.member_left'],
  async version({ transaction, subject, actor }) {
    const team = await listLocked(transaction, subject.id)
    return team.some(({ id }) => id === actor.id) ? versionedLeaving(team, actor.id ?? '') : undefined
  },
  async run({ transaction, subject, actor, mail, record }) {
    const team = await listLocked(transaction, subject.id)
    const own = team.find(({ id }) => id === actor.id)
    // Someone of the application's organisation who is not on its team leaves the organisation, or stays.
    if (!own) return refused('gone')
    const others = team.filter((each) => each !== own)
    const { id, role, email: personEmail } = own
    const needsOwner = role === 'owner' && !(await isInOrganisation(transaction, subject.id))
    const successor = needsOwner ? findNextOwner(others) : null
    if (successor === 'nobody') return refused('only_person')
    if (successor) await giveOwnership({ transaction, mail }, subject, successor, 'inherited')
    await dropMember(transaction, subject.id, id)
    const except = successor ? [successor.id] : []
    await notifyOwners({ transaction, mail }, subject, { change: 'left', personEmail }, { except })
    await mail(own, 'team-removed', { ...teamless(subject), left: true })
    record(subject, { role, successorId: successor?.id ?? null }, `${subject.type}.member_left`)
    return done(subject)
  },
})

/** For mails to someone who has no access any more. */
function teamless(subject: TeamResource) {
  return { ...mailedName(subject), link: `${getSettings().PORTAL_URL}/${subject.type}s` }
}

/** Whether this is an application whose organisation has owners, so that it needs none on its team. */
async function isInOrganisation(transaction: Transaction, id: string): Promise<boolean> {
  return (await transaction.application.count({ where: { id, organisationId: { not: null } } })) > 0
}

/**
 * Makes a member the owner of an application or an organisation whose owners are all suspended, so that it
 * serves again, and mails them and the owners before. An application's secrets stay as they are: the previous owners
 * may know them, so the new owner should rotate them.
 * @returns refused `not_found` (also of no one with that id on its own team), `own_application` or `own_organisation`
 *   (the administrator is or was on its team), `has_owner` (an owner is not suspended; of an application, also one of
 *   its organisation), `suspended` (the member)
 */
export const appointOwner = command({
  on: subject,
  right: 'administrator',
  confirm: 'always',
  notifies: 'owners',
  input: appointmentSchema,
  audit: [
    'application.owner_appointed',
    'organisation.owner_appointed',
    'application.invitation_declined',
    'organisation.invitation_declined',
  ],
  async run({ transaction, actor, subject, input: { memberId, reason }, mail, record }) {
    const { type, id } = subject
    const target = (await listLocked(transaction, id)).find((each) => each.id === memberId)
    if (!target) return refused('not_found')
    if (await hasInterest(id, actor.id ?? '', transaction)) return refused(`own_${type}`)
    if (await hasActiveOwner(transaction, id)) return refused('has_owner')
    if (target.suspended) return refused('suspended')
    await giveOwnership({ transaction, mail }, subject, target, 'appointed')
    const news = { change: 'appointed', personEmail: target.email } as const
    await notifyOwners({ transaction, mail }, subject, news, { except: [memberId] })
    await declineInvitations(transaction, id, actor, record)
    record(subject, { memberId, reason }, `${type}.owner_appointed`)
    return done(undefined)
  },
})

async function hasActiveOwner(transaction: Transaction, id: string): Promise<boolean> {
  const places = { OR: [...ofSubject(id).OR, { organisation: { applications: { some: { id } } } }] }
  const owners = { role: 'owner', developer: { suspendedAt: null }, ...places } as const
  return (await transaction.membership.count({ where: owners })) > 0
}
