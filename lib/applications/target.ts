import type { Application } from '@/generated/prisma/client'
import type { Target } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { findApplicationFor } from './queries'
import { isTeamRight, type Right } from './rights'
import { findSubject, findSubjectFor, type TeamSubject } from './subject'
import { lockTeam } from './team-members'

/** An application: of someone on its team with the right, or any that is not deleted, for staff and the system. */
export const application: Target<'application', Application, Right> = {
  name: 'application',
  find: (transaction, right, id, actor) =>
    isTeamRight(right)
      ? findApplicationFor(actor.id ?? '', right, id, transaction)
      : transaction.application.findFirst({ where: { id, state: { not: 'deleted' } } }),
  lock: lockApplication,
  subject: ({ id }) => ({ type: 'application', id }),
  isSandbox: ({ environment }) => environment === 'sandbox',
}

/** One of the Sandbox; any other is not found. */
export const sandboxApplication: typeof application = {
  ...application,
  async find(...given) {
    const found = await application.find(...given)
    return found?.environment === 'sandbox' ? found : null
  },
}

/**
 * An application or an organisation, with its team: of someone on the team with the right, or any that is not deleted
 * or closed, for staff.
 */
export const subject: Target<'subject', Omit<TeamSubject, 'role'>, Right> = {
  name: 'subject',
  find: (transaction, right, id, actor) =>
    isTeamRight(right)
      ? findSubjectFor(actor.id ?? '', right, id, transaction)
      : findSubject(transaction, id),
  lock: async (transaction, id) => void (await lockTeam(transaction, id)),
  subject: ({ type, id }) => ({ type, id }),
  isSandbox: ({ sandbox }) => sandbox,
}

/** Locks an application until the transaction ends. Lock developers first, then secrets, then applications. */
export async function lockApplication(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM application WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}
