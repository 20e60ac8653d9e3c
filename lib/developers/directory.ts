import type { Developer, Prisma, Role } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { database, escapeLike } from '@/lib/database'
import { findIssuer } from '@/lib/identity/provider-settings'
import { describePerson } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'

/** A search by administrators. `text` is part of an e-mail address, or an id. */
export type DeveloperFilter = { text?: string; role?: Role; state?: DeveloperState }
export const developerStates = ['active', 'waiting', 'rejected', 'suspended', 'not_activated'] as const
export type DeveloperState = (typeof developerStates)[number]

export type DeveloperEntry = Pick<
  Developer,
  'id' | 'email' | 'displayName' | 'role' | 'createdAt' | 'activatedAt' | 'suspendedAt' | 'approval'
> & {
  /** Those that are not deleted, as a member of their team or of their organisation. */
  applications: number
  /** In a session; null if they never signed in. */
  lastSeenAt: Date | null
}

const inState: Record<DeveloperState, Prisma.DeveloperWhereInput> = {
  active: {
    activatedAt: { not: null },
    suspendedAt: null,
    OR: [{ approval: null }, { approval: 'approved' }],
  },
  waiting: { approval: 'waiting', suspendedAt: null },
  rejected: { approval: 'rejected', suspendedAt: null },
  suspended: { suspendedAt: { not: null } },
  not_activated: { activatedAt: null },
}

const lastSession = {
  sessions: { orderBy: { lastSeenAt: 'desc' }, take: 1, select: { lastSeenAt: true } },
} satisfies Prisma.DeveloperInclude

/**
 * One page of developers, newest first, without deleted ones. Ids sort by creation, so pages are cut by id.
 * @param olderThan the last id of the previous page
 */
export async function searchDevelopers(
  { text, role, state }: DeveloperFilter,
  olderThan: string | undefined,
  limit: number,
): Promise<{ rows: DeveloperEntry[]; older: boolean }> {
  const found = await database().developer.findMany({
    where: {
      deletedAt: null,
      role,
      ...(state ? inState[state] : {}),
      ...(text
        ? isUuid(text)
          ? { id: text }
          : { email: { contains: escapeLike(text.toLowerCase()) } }
        : {}),
      ...(isUuid(olderThan) ? { AND: { id: { lt: olderThan } } } : {}),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: lastSession,
  })
  const shown = found.slice(0, limit)
  const counted = await database().$queryRaw<{ id: string; applications: number }[]>`
    SELECT t.developer_id AS id, count(DISTINCT t.application_id)::int AS applications
    FROM application_team t JOIN application a ON a.id = t.application_id
    WHERE t.developer_id = ANY(${shown.map(({ id }) => id)}::uuid[]) AND a.state <> 'deleted' GROUP BY 1`
  const applications = new Map(counted.map((each) => [each.id, each.applications]))
  return {
    rows: shown.map(({ sessions, ...row }) => ({
      ...row,
      applications: applications.get(row.id) ?? 0,
      lastSeenAt: sessions[0]?.lastSeenAt ?? null,
    })),
    older: found.length > limit,
  }
}

/** The number of people who signed up and wait for an administrator's approval. */
export function countAwaitingApproval(): Promise<number> {
  return database().developer.count({ where: { deletedAt: null, ...inState.waiting } })
}

/** The fields of one developer that administrators see, or null. */
export async function findDeveloperEntry(id: string) {
  if (!isUuid(id)) return null
  const developer = await database().developer.findFirst({
    where: { id, deletedAt: null },
    include: {
      totpFactor: { select: { confirmedAt: true } },
      ...lastSession,
      links: { where: { purpose: 'invitation', usedAt: null, cancelledAt: null, expiresAt: { gt: now() } } },
      _count: {
        select: {
          identities: true,
          passkeys: true,
          sessions: { where: { revokedAt: null, expiresAt: { gt: now() } } },
        },
      },
    },
  })
  if (!developer) return null
  const { totpFactor, links, _count, passwordHash, sessions, ...row } = developer
  return {
    ...row,
    hasSecondFactor: Boolean(totpFactor?.confirmedAt) || _count.passkeys > 0,
    isLinked: _count.identities > 0,
    invitedTo: links[0]?.invitedRole ?? null,
    sessions: _count.sessions,
    lastSeenAt: sessions[0]?.lastSeenAt ?? null,
  }
}

/** Invitations that can still be used, newest first. */
export async function listInvitations() {
  const links = await database().emailLink.findMany({
    where: { purpose: 'invitation', usedAt: null, cancelledAt: null, expiresAt: { gt: now() } },
    orderBy: { id: 'desc' },
    include: { developer: { select: { email: true } } },
    take: 200,
  })
  return links.map(({ developerId, developer, invitedRole, invitedById, expiresAt }) => ({
    developerId,
    email: developer.email,
    role: invitedRole as Role,
    invitedById,
    expiresAt,
  }))
}

/** Reviewers and administrators who are not deleted; `isLinked` if they can sign in with the configured provider. */
export async function listStaff() {
  const rows = await database().developer.findMany({
    where: { role: { not: 'developer' }, deletedAt: null },
    orderBy: [{ role: 'desc' }, { id: 'asc' }],
    select: {
      id: true,
      email: true,
      displayName: true,
      role: true,
      suspendedAt: true,
      activatedAt: true,
      approval: true,
      breakGlass: true,
      identities: { where: { issuer: findIssuer() ?? '' }, select: { id: true } },
      totpFactor: { select: { confirmedAt: true } },
      _count: { select: { passkeys: true } },
    },
  })
  return rows.map(({ totpFactor, identities, _count, ...row }) => ({
    ...row,
    isLinked: identities.length > 0,
    hasSecondFactor: Boolean(totpFactor?.confirmedAt) || _count.passkeys > 0,
  }))
}

/** Name and address of people by id; deleted and unknown ones are left out. */
export async function findPeople(
  ids: (string | null)[],
): Promise<Map<string, Pick<Developer, 'id' | 'email' | 'displayName'>>> {
  const wanted = [...new Set(ids.filter(isUuid))]
  if (wanted.length === 0) return new Map()
  const rows = await database().developer.findMany({
    where: { id: { in: wanted }, deletedAt: null },
    select: { id: true, email: true, displayName: true },
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** How people are named in a sentence, by id: their address, with their name if they gave one. */
export async function findEmailAddresses(ids: (string | null)[]): Promise<Map<string, string>> {
  return new Map([...(await findPeople(ids))].map(([id, row]) => [id, describePerson(row)]))
}

/** The id behind an e-mail address, or null. */
export async function findIdByEmail(email: string): Promise<string | null> {
  const row = await database().developer.findFirst({
    where: { email: email.trim().toLowerCase(), deletedAt: null },
    select: { id: true },
  })
  return row?.id ?? null
}
