import type { DecisionOutcome } from '@/generated/prisma/enums'
import type { Administrator, Owner } from '@/lib/audit/schema'
import type { OrganisationRecord } from '@/lib/organisations/schema'
import { succeed } from '@/lib/result'
import type { DecisionInput } from '@/lib/validation/schema'
import { submitForValidation } from '@/lib/validation/submit'
import { decideOnNewest, findSubmission, makeOrganisation } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { organisationFields } from './organisation-fields'
import { addDocuments } from './validation'

/** @returns the id of an organisation in draft */
export async function createOrganisation(
  { id }: { id: string },
  fields: Partial<OrganisationRecord> = {},
): Promise<string> {
  return makeOrganisation({ id, role: 'developer' }, { ...organisationFields(), ...fields })
}

/** Adds the documents that are missing, and submits. @returns the submission */
export async function submitOrganisation(organisationId: string, owner: Owner) {
  await addDocuments((await findSubmission(organisationId)).id)
  await succeed(executeAs(owner, submitForValidation, { target: organisationId }))
  return findSubmission(organisationId)
}

/** A decision on the newest submission, as it is now. */
export function decideOnOrganisation(
  organisationId: string,
  reviewer: Administrator,
  outcome: DecisionOutcome,
  more: Partial<DecisionInput> = {},
) {
  const reason = outcome === 'approved' ? '' : 'The extract is older than three months.'
  return decideOnNewest(organisationId, reviewer, outcome, { reason, ...more })
}

/** @returns the id of a verified organisation */
export async function createVerified(
  owner: Owner,
  reviewer: Administrator,
  fields: Partial<OrganisationRecord> = {},
): Promise<string> {
  const id = await createOrganisation(owner, fields)
  await submitOrganisation(id, owner)
  await succeed(decideOnOrganisation(id, reviewer, 'approved'))
  return id
}
