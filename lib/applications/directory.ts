import type { Application, ApplicationState, Environment, Prisma } from '@/generated/prisma/client'
import { database, escapeLike } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { ownerOf } from './queries'

/** A search. `text` is part of a name or of an owner's or member's e-mail address, a client id, or an id. */
export type ApplicationFilter = {
  text?: string
  environment?: Environment
  state?: ApplicationState
  /** someone on its team or in its organisation */
  developerId?: string
  organisationId?: string
}

export type ApplicationEntry = Application & { ownerEmail: string }

/**
 * One page of applications of all developers, newest first, without deleted ones unless the filter includes them.
 * @param olderThan the last id of the page before
 */
export async function searchApplications(
  { text, environment, state, developerId, organisationId }: ApplicationFilter,
  olderThan: string | undefined,
  limit: number,
): Promise<{ rows: ApplicationEntry[]; older: boolean }> {
  const found = await database().application.findMany({
    where: {
      environment,
      organisationId,
      developerId: { not: null },
      state: state ?? { not: 'deleted' },
      AND: [
        developerId ? ofPerson({ developerId }) : {},
        text ? matching(text) : {},
        isUuid(olderThan) ? { id: { lt: olderThan } } : {},
      ],
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: { developer: { select: { email: true } } },
  })
  const rows = found.slice(0, limit).map(withOwner)
  return { rows, older: found.length > limit }
}

/** One application of any developer with its timeline, newest first, or null. Only owners see its secrets. */
export async function findApplicationEntry(id: string) {
  if (!isUuid(id)) return null
  const found = await database().application.findFirst({
    where: { id, developerId: { not: null } },
    include: {
      developer: { select: { email: true } },
      members: people,
      organisation: { select: { id: true, legalName: true, members: people } },
      transitions: { orderBy: [{ at: 'desc' }, { id: 'desc' }], take: 100 },
    },
  })
  if (!found) return null
  return withOwner(found)
}

function withOwner<Row extends { developer: { email: string } | null }>({ developer, ...row }: Row) {
  return { ...row, ownerEmail: ownerOf({ developer }).email }
}

/** The members of an application or an organisation, owners first. */
export const people = {
  orderBy: [{ role: 'asc' }, { joinedAt: 'asc' }, { developerId: 'asc' }],
  select: {
    developerId: true,
    role: true,
    joinedAt: true,
    developer: { select: { email: true, displayName: true, suspendedAt: true } },
  },
} satisfies Prisma.MembershipFindManyArgs

function matching(text: string) {
  if (isUuid(text)) return { id: text }
  if (/^guichet_(sandbox|production)_id_/.test(text)) return { clientId: text }
  const part = escapeLike(text)
  return {
    OR: [
      { name: { contains: part, mode: 'insensitive' as const } },
      ofPerson({ developer: { email: { contains: part.toLowerCase() } } }),
    ],
  }
}

function ofPerson(person: Prisma.MembershipWhereInput) {
  const members = { some: person }
  return { OR: [{ members }, { organisation: { members } }] } satisfies Prisma.ApplicationWhereInput
}
