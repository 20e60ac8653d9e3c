import type { Developer, Passkey, Session } from '@/generated/prisma/client'
import type { ActingSession, Actor, Device } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Target } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { lockDeveloper } from './administrators'

const live = { deletedAt: null, suspendedAt: null }

/** The person who acts, as the target of what they do with their own account; not found once it has ended. */
export const self: Target<'developer', Developer, 'self'> = {
  name: 'developer',
  find: async (transaction, _right, id, actor) =>
    actor.id === id ? transaction.developer.findFirst({ where: { id, ...live } }) : null,
  lock: lockActor,
  subject: ({ id }) => ({ type: 'developer', id }),
}

/**
 * The same in the session in which they act; not found once that has ended. What ends sessions locks the person, so
 * that it stays valid until the transaction ends.
 */
export const ownSession: Target<'own', { developer: Developer; session: ActingSession }, 'self'> = {
  name: 'own',
  async find(transaction, _right, id, actor) {
    const session = sessionOf(actor)
    if (!session || actor.id !== id) return null
    const where = { ...liveSession(id), id: session.id, developer: live }
    const row = await transaction.session.findFirst({ where, select: { developer: true } })
    return row && { developer: row.developer, session }
  },
  lock: lockActor,
  subject: ({ developer: { id } }) => ({ type: 'developer', id }),
}

/** A session of the person who acts, until it ends. */
export const sessionOfSelf: Target<'session', Session, 'self'> = {
  name: 'session',
  find: async (transaction, _right, id, actor) =>
    actor.id === null ? null : transaction.session.findFirst({ where: { ...liveSession(actor.id), id } }),
  lock: lockActor,
  subject: ({ id }) => ({ type: 'session', id }),
}

/** A passkey of the person who acts. */
export const passkeyOfSelf: Target<'passkey', Passkey & { developer: Developer }, 'self'> = {
  name: 'passkey',
  find: async (transaction, _right, id, actor) =>
    transaction.passkey.findFirst({
      where: { id, developerId: actor.id ?? '', developer: live },
      include: { developer: true },
    }),
  lock: lockActor,
  subject: ({ id }) => ({ type: 'passkey', id }),
}

/** The session in which someone acts; null for a program and the system. */
export function sessionOf(actor: Actor): ActingSession | null {
  return ('session' in actor && actor.session) || null
}

/** The device of who acts, signed in or not. */
export function deviceOf(actor: Actor): Device {
  const visiting = 'device' in actor ? actor.device : undefined
  return sessionOf(actor)?.device ?? visiting ?? { address: '', userAgent: '' }
}

async function lockActor(transaction: Transaction, _id: string, { actor }: { actor: Actor }): Promise<void> {
  await lockDeveloper(transaction, actor.id ?? '')
}

function liveSession(developerId: string) {
  return { developerId, revokedAt: null, expiresAt: { gt: now() } }
}

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
