import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Context } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { live } from './invite'
import { concerning } from './subject'

/**
 * Whether this person has an interest in an application or an organisation: everyone who was ever on its team, in its
 * organisation, or on the team of one of its applications (only they create, upload, submit and write as applicant). An
 * invitation gives none before it is accepted, or an applicant could choose who may not decide.
 *
 * Anyone with an interest may not decide about it: the commands of reviewers check it in
 * `lib/validation`, and the database's triggers call the same function (`interest_in` in
 * `prisma/functions/applications.sql`). For the result to stay true, the caller must have locked the application, as
 * joining does.
 */
export async function hasInterest(
  subjectId: string,
  developerId: string,
  transaction: Transaction = database(),
): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ interested: boolean }[]>`
    SELECT interest_in(${subjectId}::uuid, ${developerId}::uuid) IS NOT NULL AS interested`
  return row?.interested ?? false
}

/** Whether this person may decide and, until they do, accept an invitation. */
export async function isInvited(subjectId: string, developerId: string): Promise<boolean> {
  if (await hasInterest(subjectId, developerId)) return false
  return (await database().membershipInvitation.count({ where: await openTo(subjectId, developerId) })) > 0
}

/**
 * Declines the decider's open invitations to what they have decided on, as they can no longer join. Call it last but
 * for the audit row of the decision: if they accept one at this moment, it waits for that, and the database then
 * refuses the decision.
 * @param record of the command that decides
 */
export async function declineInvitations(
  transaction: Transaction,
  subjectId: string,
  decider: Actor,
  record: Context<unknown, unknown>['record'],
): Promise<void> {
  const declined = await transaction.membershipInvitation.updateManyAndReturn({
    where: await openTo(subjectId, decider.id ?? '', transaction),
    data: { cancelledAt: now() },
  })
  for (const { id: invitationId, applicationId, organisationId } of declined) {
    const type = applicationId ? 'application' : 'organisation'
    const subject = { type, id: applicationId ?? organisationId ?? '' } as const
    record(subject, { invitationId }, `${type}.invitation_declined`)
  }
}

async function openTo(subjectId: string, developerId: string, transaction: Transaction = database()) {
  const { email } = await transaction.developer.findUniqueOrThrow({ where: { id: developerId } })
  return { email, ...live(), ...concerning(subjectId) }
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
 * takes a shared lock on it, as a decision on an application does not lock its organisation.
 */
export async function lockReviewer(transaction: Transaction, { id }: Actor): Promise<void> {
  await transaction.$queryRaw`SELECT FROM developer WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}
