import { command } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { person, toPerson } from '@/lib/identity/target'
import { done, refused } from '@/lib/result'
import { rejectionSchema } from './reason'

/** The columns of someone who needs no approval, or no longer. */
export const noApproval = { approval: null, rejectionReason: null }

/**
 * Admits someone who signed up while SIGN_UP_APPROVAL was `required`, also after a rejection. Effective at their next
 * request, and mailed to them.
 * @returns refused `not_waiting` (approved already, or never needed it)
 */
export const approveDeveloper = command({
  ...toPerson,
  audit: 'developer.approved',
  async run({ transaction, person: who, mail, record }) {
    if (who.approval !== 'waiting' && who.approval !== 'rejected') return refused('not_waiting')
    const data = { approval: 'approved', rejectionReason: null } as const
    await transaction.developer.update({ where: { id: who.id }, data })
    await mail(who, 'sign-up-approved', { link: `${getSettings().PORTAL_URL}/applications` })
    record(person.subject(who))
    return done(undefined)
  },
})

/**
 * Rejects someone who waits for an approval. They keep their account, which shows the reason, and can delete it.
 * @returns refused `not_waiting` (approved or rejected already, or never needed it)
 */
export const rejectDeveloper = command({
  ...toPerson,
  input: rejectionSchema,
  audit: 'developer.rejected',
  async run({ transaction, person: who, input: { reason }, mail, record }) {
    if (who.approval !== 'waiting') return refused('not_waiting')
    const data = { approval: 'rejected', rejectionReason: reason } as const
    await transaction.developer.update({ where: { id: who.id }, data })
    await mail(who, 'sign-up-rejected', { reason })
    record(person.subject(who), { reason })
    return done(undefined)
  },
})

/** Why the developer was rejected; null while they wait. */
export async function findRejection(developerId: string): Promise<string | null> {
  const where = { id: developerId }
  const row = await database().developer.findUniqueOrThrow({ where, select: { rejectionReason: true } })
  return row.rejectionReason
}
