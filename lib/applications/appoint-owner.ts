import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { done, refused } from '@/lib/result'
import { declineInvitations, hasInterest } from './conflict-of-interest'
import { appointmentSchema } from './schema'
import { ofSubject } from './subject'
import { subject } from './target'
import { giveOwnership, listLocked, notifyOwners } from './team-members'

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
