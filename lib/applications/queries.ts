import type { Application, TeamRole } from '@/generated/prisma/client'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import type { Recipient } from '@/lib/mail/commands'
import { openTo, type Right, rights } from './rights'

/** An application as seen by a member of its team. */
export type TeamApplication = Application & { role: TeamRole }

/** The applications that a developer owns or is a member of, newest first, without the deleted ones. */
export async function listApplications(
  developerId: string,
): Promise<(TeamApplication & { shared: boolean })[]> {
  const found = await database().application.findMany({
    where: openTo(developerId, 'view'),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: { ...ownPlace(developerId), _count: { select: { members: true } } },
  })
  return found.map(({ _count, ...row }) => ({ ...withRole(row), shared: _count.members > 1 }))
}

/** The active Sandbox applications with which a developer may make calls in the portal: id and name, by name. */
export async function listRunnable(developerId: string): Promise<{ id: string; name: string }[]> {
  return database().application.findMany({
    where: { ...openTo(developerId, 'console'), environment: 'sandbox', state: 'active' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })
}

/**
 * The application `id` if this developer has that right on it, or null. Another's, an unknown, a malformed and a
 * deleted one look the same, and so does one where their role is not sufficient.
 * @param transaction for callers whose decision depends on the result
 */
export async function findApplicationFor(
  developerId: string,
  right: Right,
  id: string,
  transaction: Transaction = database(),
): Promise<TeamApplication | null> {
  if (!isUuid(id)) return null
  const found = await transaction.application.findFirst({
    where: { id, ...openTo(developerId, right) },
    include: ownPlace(developerId),
  })
  return found && withRole(found)
}

/**
 * The recipients of a mail: everyone on the team with the right that the mail is about. Mails about documents contain
 * what reviewers write, so suspended people do not get them.
 */
export async function listRecipients(
  transaction: Transaction,
  applicationId: string,
  right: Right,
): Promise<(Recipient & { id: string })[]> {
  return transaction.developer.findMany({
    where: {
      deletedAt: null,
      ...(right === 'documents' ? { suspendedAt: null } : {}),
      memberships: { some: { applicationId, role: { in: [...rights[right]] } } },
    },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}

function ownPlace(developerId: string) {
  return { members: { where: { developerId }, select: { role: true } } } as const
}

function withRole<Row extends Application>({ members, ...row }: Row & { members: { role: TeamRole }[] }) {
  // This row was found through this very member, so there is one.
  return { ...row, role: members[0]?.role ?? 'member' }
}
