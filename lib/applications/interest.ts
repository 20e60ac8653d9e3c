import type { Transaction } from '@/lib/database'

/**
 * Why someone has an interest in an application: `took_part` for anyone who was ever on its team (only the team
 * creates, uploads, submits and writes as applicant), `invited` while an invitation to their address can be accepted.
 */
export type Interest = 'took_part' | 'invited'

/**
 * The interest of this person in an application, or null. Anyone with an interest decides nothing about it; the
 * database's triggers use the same function. To make the result hold, the caller has locked the application, as joining and
 * inviting do.
 */
export async function findInterest(
  transaction: Transaction,
  applicationId: string,
  developerId: string,
): Promise<Interest | null> {
  const [row] = await transaction.$queryRaw<{ interest: Interest | null }[]>`
    SELECT interest_in(${applicationId}::uuid, ${developerId}::uuid) AS interest`
  return row?.interest ?? null
}

/**
 * Whether this person has decided on an application: on one of its submissions, whatever became of the decision, or as
 * an administrator who reinstated it or appointed its owner. They never join its team.
 */
export async function hasDecidedOn(
  transaction: Transaction,
  applicationId: string,
  developerId: string,
): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ decided: boolean }[]>`
    SELECT has_decided_on(${applicationId}::uuid, ${developerId}::uuid) AS decided`
  return row?.decided ?? false
}

/** Locks an application to the end of the transaction. Developers, and then secrets, are locked before it. */
export async function lockApplication(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM application WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}
