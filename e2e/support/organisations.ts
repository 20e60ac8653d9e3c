import { randomUUID } from 'node:crypto'
import { succeed } from '@/lib/result'
import { submitForValidation } from '@/lib/validation/submit'
import { uploadMissing } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createOrganisation, decideOnOrganisation } from '@/test/organisations'
import { pdf } from '@/test/validation'
import { connectToProduct } from './installation'
import type { SignedIn } from './sign-in'

/** A verified organisation, made by the commands behind the pages. */
export async function makeVerified(owner: SignedIn, administrator: SignedIn) {
  connectToProduct()
  const name = `Kolo ${randomUUID().slice(0, 8)} SA`
  const actor = { id: owner.id, role: 'developer' } as const
  const id = await createOrganisation(actor, { legalName: name, registrationNumber: `SN-${randomUUID()}` })
  await uploadMissing(id, actor, async () => ({ name: 'document.pdf', content: pdf() }))
  await executeAs(actor, submitForValidation, { target: id })
  await succeed(decideOnOrganisation(id, { id: administrator.id, role: 'administrator' }, 'approved'))
  return { id, name, path: `/organisations/${id}` }
}
