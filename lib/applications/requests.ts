import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { type Interested, lockReviewer, refuseInterest } from './conflict-of-interest'
import { lockApplication } from './lock'

/** Requests of owners for their application, which a reviewer decides. */
type Request = { applicationId: string; state: 'open' | 'approved' | 'rejected' | 'withdrawn' }

/**
 * A request, with its application and the reviewer locked. Reviewers are locked first, as everywhere.
 * @returns refused `not_found` (unknown, or not a reviewer any more), `own_application` (they are or were on the team),
 *   `invited` (to it), `already_decided`, `withdrawn` (also when the application was deleted)
 */
export async function lockForDecision<Found extends Request>(
  transaction: Transaction,
  find: () => Promise<Found | null>,
  reviewer: Administrator,
): Promise<Result<Found, 'not_found' | Interested | 'already_decided' | 'withdrawn'>> {
  const seen = (await lockReviewer(transaction, reviewer.id)) && (await find())
  if (!seen) return refused('not_found')
  await lockApplication(transaction, seen.applicationId)
  const request = (await find()) ?? seen
  const interest = await refuseInterest(transaction, request.applicationId, reviewer.id)
  if (interest) return refused(interest)
  if (request.state === 'withdrawn') return refused('withdrawn')
  if (request.state !== 'open') return refused('already_decided')
  return done(request)
}

/** The columns of a decision. */
export function decisionOf<Outcome>(
  { outcome, reason }: { outcome: Outcome; reason: string },
  reviewer: Administrator,
) {
  return { state: outcome, closedAt: now(), decidedById: reviewer.id, decisionReason: reason || null }
}
