import { database } from '@/lib/database'
import { attachDocument } from '@/lib/documents/attach'
import { stageDocument } from '@/lib/documents/stage'
import { createProductionApplication, createSandboxApplication } from '@/lib/lifecycle/create-application'
import { submitForValidation } from '@/lib/validation/submit'
import { applicationFields } from '@/test/factories'
import type { Environment } from './applications'
import { pdfFile } from './documents'
import { connectToProduct } from './installation'
import type { SignedIn } from './sign-in'

// Prepares journeys about something else: uses the commands behind the pages.

/** @returns the path of the new application */
export async function makeApplication(
  { id }: SignedIn,
  environment: Environment,
  name: string,
): Promise<string> {
  connectToProduct()
  const input = applicationFields(name, { description: 'Reads balances for our shops.' })
  const create = environment === 'Sandbox' ? createSandboxApplication : createProductionApplication
  const result = await create(input, { id, role: 'developer' })
  if (!result.ok) throw new Error('creating is never refused')
  return `/applications/${result.value.id}`
}

/** A Production application with `document-0.pdf`, `document-1.pdf` and so on, in the order of the page's fields. */
export async function makeDraft(person: SignedIn, name: string): Promise<string> {
  const path = await makeApplication(person, 'Production', name)
  const applicationId = idIn(path)
  const required = await database().submissionRequirement.findMany({
    where: { submission: { applicationId } },
    orderBy: { position: 'asc' },
  })
  for (const [index, each] of required.entries()) {
    const file = pdfFile(`document-${index}.pdf`)
    const staged = await stageDocument(once(file.buffer), file.name, { ...each, developerId: person.id })
    if (!staged.ok) throw new Error(staged.reason)
    const place = { subjectId: applicationId, requirementId: each.requirementId }
    const attached = await attachDocument(staged.value, place, { id: person.id, role: 'developer' })
    if (!attached.ok) throw new Error(attached.reason)
  }
  return path
}

/** A Production application in validation. */
export async function makeSubmitted(person: SignedIn, name: string): Promise<string> {
  const path = await makeDraft(person, name)
  const result = await submitForValidation(idIn(path), { id: person.id, role: 'developer' })
  if (!result.ok) throw new Error(result.reason)
  return path
}

/** The id at the end of a path. */
export function idIn(path: string): string {
  return path.split('/').at(-1) ?? ''
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
