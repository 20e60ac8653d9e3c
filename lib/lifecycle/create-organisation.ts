import type { Owner } from '@/lib/audit/schema'
import { command } from '@/lib/commands/command'
import { getSettings } from '@/lib/env'
import { self } from '@/lib/identity/target'
import { insertOrganisation } from '@/lib/organisations/commands'
import { organisationSchema } from '@/lib/organisations/schema'
import { done, refused } from '@/lib/result'
import { openSubmission } from '@/lib/validation/open-submission'

/**
 * Creates an organisation: a draft, and its first submission with the documents that organisations have to send. One
 * creation per developer at a time, as parallel forms must not exceed the limit together.
 * @returns its id; refused `too_many_drafts` for an owner of `DEVELOPER_MAX_DRAFTS` drafts
 */
export const createOrganisation = command({
  on: self,
  right: 'self',
  input: organisationSchema,
  audit: 'organisation.created',
  async run({ transaction, actor, developer: { id: developerId }, input, record }) {
    const id = await insertOrganisation(transaction, input, actor as Owner)
    const drafts = await transaction.organisation.count({
      where: { state: 'draft', members: { some: { developerId, role: 'owner' } } },
    })
    if (drafts > getSettings().DEVELOPER_MAX_DRAFTS) return refused('too_many_drafts')
    const subject = { organisationId: id }
    await openSubmission(transaction, { subject, number: 1, scopes: ['organisation'] })
    record({ type: 'organisation', id })
    return done({ id })
  },
})
