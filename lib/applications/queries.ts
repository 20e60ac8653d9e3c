import type { Application, TeamRole } from '@/generated/prisma/client'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import type { Recipient } from '@/lib/mail/commands'
import { openTo, type Right, rights } from './rights'

/** An application as one of its team sees it. */
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

/**
 * The application `id` where this developer may do that, or null: another's, an unknown, a malformed and a deleted one
 * look alike, and so does one where their role is not enough.
 * @param transaction where the caller needs the answer to hold
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
 * Whom to write to: everyone on the team who may do what the mail is about. Mails about documents hold what reviewers
 * write, so they do not go to anyone suspended.
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
  // Found by this very row: it is there.
  return { ...row, role: members[0]?.role ?? 'member' }
}
