import { notFound } from 'next/navigation'
import { requireDeveloper } from '@/app/_request/session'
import { findApplicationFor } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'

/** The signed-in developer and application `id`, if their role allows the action; 404 otherwise. */
export async function requireApplication(id: string, right: Right = 'view') {
  const developer = await requireDeveloper()
  const application = await findApplicationFor(developer.id, right, id)
  if (!application) notFound()
  return { developer, application }
}
