import { notFound } from 'next/navigation'
import { requireDeveloper } from '@/app/_request/session'
import { findOwnedApplication } from '@/lib/applications/queries'

/** The signed-in developer and their application `id`; a 404 when there is none of theirs. */
export async function requireApplication(id: string) {
  const developer = await requireDeveloper()
  const application = await findOwnedApplication(id, developer.id)
  if (!application) notFound()
  return { developer, application }
}
