import type { Developer } from '@/generated/prisma/client'
import type { Target } from '@/lib/commands/command'
import { lockDeveloper } from './administrators'

/** Anyone whose account has not been deleted, as the target of what staff and the system do with it. */
export const person: Target<'person', Developer, 'administrator'> = {
  name: 'person',
  find: (transaction, _right, id) => transaction.developer.findFirst({ where: { id, deletedAt: null } }),
  lock: async (transaction, id) => void (await lockDeveloper(transaction, id)),
  subject: ({ id }) => ({ type: 'developer', id }),
}

/** What administrators do to a person after they confirmed it, who gets a mail. */
export const toPerson = {
  on: person,
  right: 'administrator',
  confirm: 'always',
  notifies: 'person',
} as const
