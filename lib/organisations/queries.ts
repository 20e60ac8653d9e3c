import type { Organisation, OrganisationState, Prisma, TeamRole } from '@/generated/prisma/client'
import { people } from '@/lib/applications/directory'
import { openOrganisationTo, openTo, type Right } from '@/lib/applications/rights'
import { strongest } from '@/lib/applications/subject'
import { database, escapeLike } from '@/lib/database'
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

/** A search. `text` is part of a name, of a registration number or of a member's e-mail address, or an id. */
type OrganisationFilter = { text?: string; state?: OrganisationState }

export type OrganisationEntry = Pick<
  Organisation,
  'id' | 'legalName' | 'tradingName' | 'country' | 'registrationNumber' | 'state' | 'createdAt'
> & {
  /** Those that are not deleted. */
  applications: number
}

/**
 * One page of organisations, newest first, without closed ones unless the filter includes them.
 * @param olderThan the last id of the page before
 */
export async function searchOrganisations(
  { text, state }: OrganisationFilter,
  olderThan: string | undefined,
  limit: number,
): Promise<{ rows: OrganisationEntry[]; older: boolean }> {
  const found = await database().organisation.findMany({
    where: {
      state: state ?? { not: 'closed' },
      AND: [text ? matching(text) : {}, isUuid(olderThan) ? { id: { lt: olderThan } } : {}],
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: {
      id: true,
      legalName: true,
      tradingName: true,
      country: true,
      registrationNumber: true,
      state: true,
      createdAt: true,
      _count: { select: { applications: { where: { state: { not: 'deleted' } } } } },
    },
  })
  return {
    rows: found.slice(0, limit).map(({ _count, ...row }) => ({ ...row, applications: _count.applications })),
    older: found.length > limit,
  }
}

const lastReceived = {
  where: { submittedAt: { not: null } },
  orderBy: { number: 'desc' },
  take: 1,
  select: { id: true },
} satisfies Prisma.SubmissionFindManyArgs

/** Any organisation with its people and the submission that reviewers received last, or null. */
export async function findOrganisationEntry(id: string) {
  if (!isUuid(id)) return null
  return database().organisation.findUnique({
    where: { id },
    include: { members: people, submissions: lastReceived },
  })
}

function matching(text: string): Prisma.OrganisationWhereInput {
  if (isUuid(text)) return { id: text }
  const contains = escapeLike(text)
  const part = { contains, mode: 'insensitive' } as const
  const person = { developer: { email: { contains: contains.toLowerCase() } } }
  return {
    OR: [
      { legalName: part },
      { tradingName: part },
      { registrationNumber: part },
      { members: { some: person } },
    ],
  }
}
