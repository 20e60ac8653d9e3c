import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireDeveloper } from '@/app/_request/session'
import { findApplicationFor } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'

/** Layout, metadata and page ask for the same one. */
const findOnce = cache((developerId: string, right: Right, id: string) =>
  findApplicationFor(developerId, right, id),
)

/**
 * Application `id`, or null if the signed-in developer may not see it: for metadata, as a 404 there takes the
 * page's title.
 */
export async function findApplication(id: string) {
  return findOnce((await requireDeveloper()).id, 'view', id)
}

/** The signed-in developer and application `id`, if their role allows the action; 404 otherwise. */
export async function requireApplication(id: string, right: Right = 'view') {
  const developer = await requireDeveloper()
  const application = await findOnce(developer.id, right, id)
  if (!application) return notFound()
  return { developer, application }
}
