import { randomUUID } from 'node:crypto'
import { setValidity } from '@/lib/documents/validity'
import { succeed } from '@/lib/result'
import { submitForValidation } from '@/lib/validation/submit'
import { findSubmission, uploadMissing } from '@/scripts/launch/data'
import { createOrganisation, decideOnOrganisation } from '@/test/organisations'
import { pdf } from '@/test/validation'
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
  await uploadMissing(id, actor, async () => ({ name: 'document.pdf', content: pdf() }))
  const [first] = (await findSubmission(id)).requirements
  if (validUntil && first)
    await setValidity(id, [{ requirementId: first.requirementId, value: validUntil }], actor)
  await submitForValidation(id, actor)
  await succeed(decideOnOrganisation(id, { id: administrator.id, role: 'administrator' }, 'approved'))
  return { id, name, path: `/organisations/${id}` }
}
