import type { Act } from '@/app/_request/confirmed'
import { missing } from '@/app/_request/once'
import { requireDeveloper } from '@/app/_request/session'
import { findApplicationFor } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'
import { findSubjectFor } from '@/lib/applications/subject'

/**
 * The signed-in developer and the application or organisation `id`, if their role allows the action; 404 otherwise.
 * `asks`: what changes of its team have to be confirmed by, unless it is a Sandbox application alone.
 */
export async function requireSubject(id: string, right: Right) {
  const developer = await requireDeveloper()
  const subject = await findSubjectFor(developer.id, right, id)
  if (!subject) return missing(developer.id)
  const application = await findApplicationFor(developer.id, right, id)
  const { type } = subject
  const sandbox = application?.environment === 'sandbox'
  const asks = (act: Omit<Act, 'developer' | 'about'>): Act => ({
    ...act,
    developer,
    about: [{ type, id }],
    sandbox,
  })
  return { developer, subject, asks }
}
