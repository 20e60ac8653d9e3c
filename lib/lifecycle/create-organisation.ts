import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { lockDeveloper } from '@/lib/identity/administrators'
import { insertOrganisation } from '@/lib/organisations/commands'
import type { OrganisationRecord } from '@/lib/organisations/schema'
import { done, type Result, refused } from '@/lib/result'
import { openSubmission } from '@/lib/validation/open-submission'

/**
 * Creates an organisation: a draft, and its first submission with the documents that organisations have to
 * send.
 * @param input checked by `organisationSchema`
 * @returns its id; refused `too_many_drafts` for an owner of `DEVELOPER_MAX_DRAFTS` drafts
 */
export async function createOrganisation(
  input: OrganisationRecord,
  owner: Owner,
): Promise<Result<{ id: string }, 'too_many_drafts'>> {
  return database().$transaction(async (transaction) => {
    // One creation per developer at a time: parallel forms must not exceed the limit together.
    await lockDeveloper(transaction, owner.id)
    const id = await insertOrganisation(transaction, input, owner)
    const drafts = await transaction.organisation.count({
      where: { state: 'draft', members: { some: { developerId: owner.id, role: 'owner' } } },
    })
    if (drafts > getSettings().DEVELOPER_MAX_DRAFTS) return refused('too_many_drafts')
    await openSubmission(transaction, {
      subject: { organisationId: id },
      number: 1,
      scopes: ['organisation'],
    })
    await recordAudit(transaction, owner, 'organisation.created', { type: 'organisation', id })
    return done({ id })
  })
}
