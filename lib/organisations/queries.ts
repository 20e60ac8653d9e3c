import type { Organisation, TeamRole } from '@/generated/prisma/client'
import { openOrganisationTo, openTo, type Right } from '@/lib/applications/rights'
import { strongest } from '@/lib/applications/subject'
import { database } from '@/lib/database'
import { isUuid } from '@/lib/ids'

/** An organisation as seen by someone who belongs to it. */
export type TeamOrganisation = Organisation & { role: TeamRole }

/** The organisations on which a developer has that right, by name; closed ones only to view, and last. */
export async function listOrganisations(
  developerId: string,
  right: Right = 'view',
): Promise<(TeamOrganisation & { applications: number })[]> {
  const found = await database().organisation.findMany({
    where: openOrganisationTo(developerId, right),
    orderBy: [{ legalName: 'asc' }, { id: 'asc' }],
    include: {
      members: { where: { developerId }, select: { role: true } },
      _count: { select: { applications: { where: { state: { not: 'deleted' } } } } },
    },
  })
  const all = found.map(({ members, _count, ...row }) => ({
    ...row,
    role: strongest(members),
    applications: _count.applications,
  }))
  return [...all.filter(({ state }) => state !== 'closed'), ...all.filter(({ state }) => state === 'closed')]
}

/**
 * The organisation `id` if this developer has that right on it, or null. Another's, an unknown and a
 * malformed one look the same, and so does one where their role is not sufficient.
 */
export async function findOrganisationFor(
  developerId: string,
  right: Right,
  id: string,
): Promise<TeamOrganisation | null> {
  if (!isUuid(id)) return null
  const found = await database().organisation.findFirst({
    where: { id, ...openOrganisationTo(developerId, right) },
    include: { members: { where: { developerId }, select: { role: true } } },
  })
  if (!found) return null
  const { members, ...row } = found
  return { ...row, role: strongest(members) }
}

/** The personal applications that a developer owns, by name. */
export function listMovable(developerId: string) {
  return database().application.findMany({
    where: { organisationId: null, ...openTo(developerId, 'delete') },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, environment: true },
  })
}

/** The applications of an organisation that are not deleted, by name. The caller has checked who asks. */
export function listApplicationsOf(organisationId: string) {
  return database().application.findMany({
    where: { organisationId, state: { not: 'deleted' } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, environment: true, state: true },
  })
}
