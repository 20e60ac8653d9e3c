import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { onRow, type Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { declineInvitations, hasInterest } from './conflict-of-interest'
import { ofSubject, type Subject } from './subject'
import { giveOwnership, lockTeam, notifyOwners } from './team-members'

/**
 * Makes a member the owner of an application or an organisation whose owners are all suspended, so that it
 * serves again, and mails them and the owners before. An application's secrets stay as they are: the previous owners
 * may know them, so the new owner should rotate them.
 * @returns refused `not_found` (no such application or organisation, no one with that id on its own team),
 *   `own_application` or `own_organisation` (the administrator is or was on its team), `has_owner` (an owner is not
 *   suspended; of an application, also one of its organisation), `suspended` (the member)
 */
export async function appointOwner(
  subjectId: string,
  { memberId, reason }: { memberId: string; reason: string },
  administrator: Administrator,
): Promise<Result<undefined, Refused>> {
  return onRow(subjectId, async (transaction) => {
    const team = await lockTeam(transaction, subjectId)
    const subject = await findSubject(transaction, subjectId)
    const target = team.find(({ id }) => id === memberId)
    if (!subject || !target) return refused('not_found')
    const { type, id } = subject
    if (await hasInterest(id, administrator.id, transaction)) return refused(`own_${type}`)
    if (await hasActiveOwner(transaction, id)) return refused('has_owner')
    if (target.suspended) return refused('suspended')
    await giveOwnership(transaction, subject, target, 'appointed')
    const news = { change: 'appointed', personEmail: target.email } as const
    await notifyOwners(transaction, subject, news, { except: [memberId] })
    await declineInvitations(transaction, id, administrator)
    const detail = { memberId, reason }
    await recordAudit(transaction, administrator, `${type}.owner_appointed`, { type, id }, detail)
    return done(undefined)
  })
}

type Refused = 'not_found' | `own_${Subject['type']}` | 'has_owner' | 'suspended'

async function findSubject(transaction: Transaction, id: string): Promise<Subject | null> {
  const application = await transaction.application.findFirst({ where: { id, state: { not: 'deleted' } } })
  if (application) return { type: 'application', id, name: application.name }
  const organisation = await transaction.organisation.findFirst({ where: { id, state: { not: 'closed' } } })
  return organisation && { type: 'organisation', id, name: organisation.legalName }
}

async function hasActiveOwner(transaction: Transaction, id: string): Promise<boolean> {
  const places = { OR: [...ofSubject(id).OR, { organisation: { applications: { some: { id } } } }] }
  const owners = { role: 'owner', developer: { suspendedAt: null }, ...places } as const
  return (await transaction.applicationMember.count({ where: owners })) > 0
}
