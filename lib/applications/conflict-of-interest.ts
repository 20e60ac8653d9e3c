import { database, type Transaction } from '@/lib/database'

/**
 * Why someone has an interest in an application or an organisation: `took_part` for anyone who was ever on its team, in
 * its organisation, or on the team of one of its applications (only they create, upload, submit and write as
 * applicant), `invited` while they can accept an invitation to their address.
 */
export type Interest = 'took_part' | 'invited'

/**
 * The interest of this person in an application or organisation, or null, as the function `interest_in` of
 * the database defines it (`prisma/migrations/20261123080000_organisations`). Anyone with an interest may not
 * decide about it: the commands of reviewers check it in `lib/validation/lock-for-review.ts`, and the
 * database's triggers call the same function. For the result to stay true, the caller must have locked the
 * application, as joining and inviting do.
 */
export async function findInterest(
  transaction: Transaction,
  subjectId: string,
  developerId: string,
): Promise<Interest | null> {
  const [row] = await transaction.$queryRaw<{ interest: Interest | null }[]>`
    SELECT interest_in(${subjectId}::uuid, ${developerId}::uuid) AS interest`
  return row?.interest ?? null
}

export type Interested = 'own_application' | 'invited'

/** {@link findInterest} in an application, as the reason for which a command refuses. */
export async function refuseInterest(
  transaction: Transaction,
  applicationId: string,
  personId: string,
): Promise<Interested | null> {
  const interest = await findInterest(transaction, applicationId, personId)
  return interest && (interest === 'invited' ? 'invited' : 'own_application')
}

/** Whether they have one, for pages: the commands decide under their lock. */
export async function hasInterest(applicationId: string, developerId: string): Promise<boolean> {
  return (await findInterest(database(), applicationId, developerId)) !== null
}

/**
 * Whether this person has decided on an application, its organisation, or an organisation and its
 * applications: on one of its submissions, even if the decision had no effect, or as an administrator who
 * reinstated it or appointed its owner. They can never join its team.
 */
export async function hasDecidedOn(
  transaction: Transaction,
  subjectId: string,
  developerId: string,
): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ decided: boolean }[]>`
    SELECT has_decided_on(${subjectId}::uuid, ${developerId}::uuid) AS decided`
  return row?.decided ?? false
}

/**
 * Locks a reviewer's own row, so that they can neither lose their role meanwhile nor join a team: joining
 * takes a shared lock on it, as a decision on an application does not lock its organisation. @returns false
 * if they are none any more
 */
export async function lockReviewer(transaction: Transaction, id: string): Promise<boolean> {
  const able = await transaction.$queryRaw<unknown[]>`
    SELECT id FROM developer
    WHERE id = ${id}::uuid AND role <> 'developer' AND suspended_at IS NULL AND deleted_at IS NULL FOR NO KEY UPDATE`
  return able.length > 0
}
