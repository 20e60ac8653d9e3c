import type { Developer } from '@/generated/prisma/client'
import type { Target } from '@/lib/commands/command'
import { lockDeveloper } from './administrators'

/** The person who acts, as the target of what they do with their own account; not found once it has ended. */
export const self: Target<'developer', Developer, 'self'> = {
  name: 'developer',
  find: async (transaction, _right, id, actor) =>
    actor.id === id
      ? transaction.developer.findFirst({ where: { id, deletedAt: null, suspendedAt: null } })
      : null,
  lock: async (transaction, id) => void (await lockDeveloper(transaction, id)),
  subject: ({ id }) => ({ type: 'developer', id }),
}
