import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createOrganisation as create } from '@/lib/lifecycle/create-organisation'
import { type OrganisationRecord, organisationSchema } from '@/lib/organisations/schema'
import { type DecisionInput, decide, type Outcome, type Reviewer } from '@/lib/validation/decide'
import { submitForValidation } from '@/lib/validation/submit'
import { organisationFields } from './organisation-fields'
import { addDocuments, decision } from './validation'

/** @returns the id of an organisation in draft */
export async function createOrganisation(
  { id }: { id: string },
  fields: Partial<OrganisationRecord> = {},
): Promise<string> {
  const record = organisationSchema.parse({ ...organisationFields(), ...fields })
  const owner: Owner = { id, role: 'developer' }
  const created = await create({ ...record, requestKey: newId() }, owner)
  if (!created.ok) throw new Error(created.reason)
  return created.value.id
}

/** Adds the documents that are missing, and submits. @returns the submission */
export async function submitOrganisation(organisationId: string, owner: Owner) {
  const newest = { where: { organisationId }, orderBy: { number: 'desc' } } as const
  const { id: submissionId } = await database().submission.findFirstOrThrow(newest)
  await addDocuments(submissionId)
  const result = await submitForValidation(organisationId, owner)
  if (!result.ok) throw new Error(result.reason)
  return database().submission.findFirstOrThrow(newest)
}

/** A decision on the newest submission, as it is now. */
export async function decideOnOrganisation(
  organisationId: string,
  reviewer: Reviewer,
  outcome: Outcome,
  rest: Partial<DecisionInput> = {},
) {
  const submission = await database().submission.findFirstOrThrow({
    where: { organisationId },
    orderBy: { number: 'desc' },
  })
  const reason = outcome === 'approved' ? '' : 'The extract is older than three months.'
  const { id, version } = submission
  const more = { version, reason, access: 'unchanged', ...rest } as const
  return decide(await decision(id, outcome, more), reviewer)
}

/** @returns the id of a verified organisation */
export async function createVerified(
  owner: Owner,
  reviewer: Reviewer,
  fields: Partial<OrganisationRecord> = {},
): Promise<string> {
  const id = await createOrganisation(owner, fields)
  await submitOrganisation(id, owner)
  const decided = await decideOnOrganisation(id, reviewer, 'approved')
  if (!decided.ok) throw new Error(decided.reason)
  return id
}
