import { notFound } from 'next/navigation'
import { requireDeveloper } from '@/app/_request/session'
import { findApplicationFor } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'
import { findSubjectFor } from '@/lib/applications/subject'

/**
 * The signed-in developer and the application or organisation `id`, if their role allows the action; 404 otherwise.
 * `confirmed`: changes of its team require a confirmation, as it has, or may have, access to Production.
 */
export async function requireSubject(id: string, right: Right) {
  const developer = await requireDeveloper()
  const subject = await findSubjectFor(developer.id, right, id)
  if (!subject) notFound()
  const application = await findApplicationFor(developer.id, right, id)
  return { developer, subject, confirmed: application?.environment !== 'sandbox' }
}
