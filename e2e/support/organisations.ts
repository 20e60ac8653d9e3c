import { randomUUID } from 'node:crypto'
import { database } from '@/lib/database'
import { setValidity } from '@/lib/documents/validity'
import { submitForValidation } from '@/lib/validation/submit'
import { createOrganisation, decideOnOrganisation } from '@/test/organisations'
import { upload } from '@/test/validation'
import { connectToProduct } from './installation'
import type { SignedIn } from './sign-in'

/**
 * A verified organisation, made by the commands behind the pages.
 * @param validUntil the last day of its first document, as `YYYY-MM-DD`
 */
export async function makeVerified(owner: SignedIn, administrator: SignedIn, validUntil?: string) {
  connectToProduct()
  const name = `Kolo ${randomUUID().slice(0, 8)} SA`
  const actor = { id: owner.id, role: 'developer' } as const
  const id = await createOrganisation(actor, { legalName: name, registrationNumber: `SN-${randomUUID()}` })
  const asked = await database().submissionRequirement.findMany({
    where: { submission: { organisationId: id } },
    orderBy: { position: 'asc' },
  })
  for (const { requirementId } of asked) await upload(id, requirementId, actor)
  const [first] = asked
  if (validUntil && first)
    await setValidity(id, [{ requirementId: first.requirementId, value: validUntil }], actor)
  await submitForValidation(id, actor)
  const decided = await decideOnOrganisation(id, { id: administrator.id, role: 'administrator' }, 'approved')
  if (!decided.ok) throw new Error(decided.reason)
  return { id, name, path: `/organisations/${id}` }
}
