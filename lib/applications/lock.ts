import type { Transaction } from '@/lib/database'
import { findApplicationFor, type TeamApplication } from './queries'
import type { Right } from './rights'

/** Locks an application until the transaction ends. Lock developers first, then secrets, then applications. */
export async function lockApplication(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM application WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}

/**
 * As {@link findApplicationFor}, of an application that is locked until the transaction ends. Someone without the right
 * locks nothing, so that no one can make a team wait.
 * @param lock what to lock in place of the application
 */
export async function lockApplicationFor(
  transaction: Transaction,
  developerId: string,
  right: Right,
  id: string,
  lock = lockApplication,
): Promise<TeamApplication | null> {
  if (!(await findApplicationFor(developerId, right, id, transaction))) return null
  await lock(transaction, id)
  return findApplicationFor(developerId, right, id, transaction)
}
