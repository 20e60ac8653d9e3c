import type { Application } from '@/generated/prisma/client'
import type { Target } from '@/lib/commands/command'
import { lockApplication } from './lock'
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
 * An application or an organisation, with its team: of someone on the team with the right who is not suspended, or any
 * that is not deleted or closed, for staff.
 */
export const subject: Target<'subject', Omit<TeamSubject, 'role'>, Right> = {
  name: 'subject',
  async find(transaction, right, id, actor) {
    if (!isTeamRight(right)) return findSubject(transaction, id)
    // An owner who was suspended during the request must not give anything away.
    const able =
      actor.id && (await transaction.developer.findFirst({ where: { id: actor.id, suspendedAt: null } }))
    return able ? findSubjectFor(able.id, right, id, transaction) : null
  },
  lock: async (transaction, id) => void (await lockTeam(transaction, id)),
  subject: ({ type, id }) => ({ type, id }),
  isSandbox: ({ sandbox }) => sandbox,
}
