import type { Transaction } from '@/lib/database'

/** Locks an application until the transaction ends. Lock developers first, then secrets, then applications. */
export async function lockApplication(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM application WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}
