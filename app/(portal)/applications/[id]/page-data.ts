import { notFound } from 'next/navigation'
import { requireDeveloper } from '@/app/_request/session'
import { findApplicationFor } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'

/** The signed-in developer and the application `id` where they may do that; a 404 when there is none. */
export async function requireApplication(id: string, right: Right = 'view') {
  const developer = await requireDeveloper()
  const application = await findApplicationFor(developer.id, right, id)
  if (!application) notFound()
  return { developer, application }
}
