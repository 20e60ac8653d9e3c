import { subjectIdOf } from '@/lib/applications/subject'
import { database, type Transaction } from '@/lib/database'
import type { LockedSubmission } from '@/lib/documents/locked-submission'
import { getSettings, requireSetting } from '@/lib/env'
import { hmac } from '@/lib/keyring'
import type { Review } from './queries'
import type { Access } from './schema'

/**
 * What the audit row of an approval says about accounts. `accounts` is a keyed hash of a list, as numbers never go into
 * the audit log; made with the newest key.
 */
export function describeAccess(submissionId: string, access: Access): { access: string; accounts?: string } {
  if (typeof access === 'string') return { access }
  return { access: 'listed', accounts: hashLists(submissionId, access)[0] }
}

/**
 * Whether an approval with this choice of accounts is the last one that is needed. Two people approve the
 * same accounts, or the second could grant what the first did not; either may approve again with another
 * choice. An organisation has none.
 * @returns `final`, `first`, or why not: `second_person` (they have approved the same already),
 *   `access_differs` (another person approved other accounts)
 */
export async function countApproval(
  transaction: Transaction,
  submission: LockedSubmission,
  reviewerId: string,
  access: Access,
): Promise<'final' | 'first' | 'second_person' | 'access_differs'> {
  const approvals = await listApprovals(transaction, submission)
  const isSame = submission.application ? compareWith(submission.id, access) : () => true
  if (approvals.some((each) => each.reviewerId === reviewerId && isSame(each))) return 'second_person'
  const needed = getSettings().VALIDATION_APPROVALS
  const others = approvals.filter((each) => each.reviewerId !== reviewerId && each.counts)
  if (others.length + 1 < needed) return 'first'
  return needed === 1 || others.every(isSame) ? 'final' : 'access_differs'
}

/**
 * Keeps the accounts of a first approval for the person who approves second; a final decision ends all that were kept.
 */
export async function keepAccess(
  transaction: Transaction,
  { id: submissionId, version }: LockedSubmission,
  { reviewerId, access, final }: { reviewerId: string; access: Access; final: boolean },
): Promise<void> {
  if (final) await transaction.approvedAccess.deleteMany({ where: { submissionId } })
  else {
    const kept = {
      submissionVersion: version,
      access: typeof access === 'string' ? access : 'listed',
      msisdns: typeof access === 'string' ? [] : [...access],
    }
    const key = { submissionId, reviewerId }
    await transaction.approvedAccess.upsert({
      where: { submissionId_reviewerId: key },
      create: { ...key, ...kept },
      update: kept,
    })
  }
}

/**
 * The accounts that another person approved in this version, which a second approval has to agree with; null if no such
 * approval counts.
 */
export async function findFirstApproval(
  submission: Pick<
    Review['submission'],
    'id' | 'version' | 'applicationId' | 'organisationId' | 'approvedAccess'
  >,
  reviewerId: string,
) {
  const counting = (await listApprovals(database(), submission)).filter(({ counts }) => counts)
  const isInForce = (each: { reviewerId: string; submissionVersion: number }) =>
    each.submissionVersion === submission.version &&
    each.reviewerId !== reviewerId &&
    counting.some((approval) => approval.reviewerId === each.reviewerId)
  return submission.approvedAccess.find(isInForce) ?? null
}

type Approval = { reviewerId: string; counts: boolean; access: string | null; accounts: string | null }

/**
 * Everyone who has approved this version, with their last choice of accounts, which the audit row of the approval
 * records. An approval does not count if its author has joined the team since, as earlier versions allowed,
 * was suspended since (their account may have been used by another person) or is no longer a reviewer.
 */
function listApprovals(
  transaction: Transaction,
  submission: Pick<LockedSubmission, 'id' | 'version' | 'applicationId' | 'organisationId'>,
) {
  const { id, version } = submission
  const subjectId = subjectIdOf(submission)
  return transaction.$queryRaw<Approval[]>`
    SELECT DISTINCT ON (d.reviewer_id) d.reviewer_id AS "reviewerId",
           p.suspended_at IS NULL AND p.role <> 'developer'
             AND interest_in(${subjectId}::uuid, d.reviewer_id) IS DISTINCT FROM 'took_part' AS counts,
           e.detail->>'access' AS access, e.detail->>'accounts' AS accounts
    FROM decision d
    JOIN developer p ON p.id = d.reviewer_id
    LEFT JOIN audit_entry e ON e.subject_type = 'submission' AND e.subject_id = ${id} AND e.actor_id = d.reviewer_id
      AND e.action = 'submission.approved' AND e.detail->>'version' = ${String(version)}
    WHERE d.submission_id = ${id}::uuid AND d.submission_version = ${version} AND d.outcome = 'approved'
      AND d.voided_at IS NULL
    ORDER BY d.reviewer_id, e.sequence DESC`
}

function compareWith(submissionId: string, access: Access): (approval: Approval) => boolean {
  if (typeof access === 'string') return (each) => each.access === access
  const hashes = hashLists(submissionId, access)
  return ({ accounts }) => accounts !== null && hashes.includes(accounts)
}

/** One hash for each key, newest first: the keys may have been rotated between two approvals. */
function hashLists(submissionId: string, msisdns: readonly bigint[]): string[] {
  const sorted = [...new Set(msisdns)].sort((a, b) => (a < b ? -1 : 1))
  const message = `approved accounts of ${submissionId}\n${sorted.join('\n')}`
  return requireSetting('SECRET_HASH_KEYS').map(({ key }) => hmac(key, message, 'base64url'))
}
