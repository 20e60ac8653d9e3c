import type { Organisation, OrganisationState, Prisma } from '@/generated/prisma/client'
import { people } from '@/lib/applications/directory'
import { database, escapeLike } from '@/lib/database'
import { isUuid } from '@/lib/ids'

/** A search. `text` is part of a name, of a registration number or of a member's e-mail address, or an id. */
export type OrganisationFilter = { text?: string; state?: OrganisationState }

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
