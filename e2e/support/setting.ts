import { succeed } from '@/lib/result'
import { submitForValidation } from '@/lib/validation/submit'
import { makeApplication as create, uploadMissing } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
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
  const owner = { id, role: 'developer' } as const
  const description = 'Reads balances for our shops.'
  const kind = environment === 'Sandbox' ? 'sandbox' : 'production'
  return `/applications/${(await create(owner, kind, name, { description })).id}`
}

/** A Production application with `document-0.pdf`, `document-1.pdf` and so on, in the order of the page's fields. */
export async function makeDraft(person: SignedIn, name: string): Promise<string> {
  const path = await makeApplication(person, 'Production', name)
  const makeFile = async (_: unknown, index: number) => {
    const { name, buffer } = pdfFile(`document-${index}.pdf`)
    return { name, content: buffer }
  }
  await uploadMissing(idIn(path), { id: person.id, role: 'developer' }, makeFile)
  return path
}

/** A Production application in validation. */
export async function makeSubmitted(person: SignedIn, name: string): Promise<string> {
  const path = await makeDraft(person, name)
  const actor = { id: person.id, role: 'developer' } as const
  await succeed(executeAs(actor, submitForValidation, { target: idIn(path) }))
  return path
}

/** The id at the end of a path. */
export function idIn(path: string): string {
  return path.split('/').at(-1) ?? ''
}
