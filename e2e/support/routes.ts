import { addPlaces, type Places } from '@/test/access/places'
import { queryDatabase } from './database'
import { idIn, makeApplication, makeSubmitted } from './setting'
import type { SignedIn } from './sign-in'

/** An application in validation with everything that belongs to it, and its URLs. */
export async function makePlaces(owner: SignedIn, name: string): Promise<Places> {
  const submitted = await makeSubmitted(owner, name)
  const sandbox = await makeApplication(owner, 'Sandbox', name)
  return addPlaces(queryDatabase, idIn(submitted), idIn(sandbox))
}
