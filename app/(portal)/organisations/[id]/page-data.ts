import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireDeveloper } from '@/app/_request/session'
import type { Right } from '@/lib/applications/rights'
import { findOrganisationFor } from '@/lib/organisations/queries'

const findOnce = cache((developerId: string, right: Right, id: string) =>
  findOrganisationFor(developerId, right, id),
)

/** The signed-in developer and organisation `id`, if their role allows the action; 404 otherwise. */
export async function requireOrganisation(id: string, right: Right = 'view') {
  const developer = await requireDeveloper()
  const organisation = await findOnce(developer.id, right, id)
  if (!organisation) return notFound()
  return { developer, organisation }
}
