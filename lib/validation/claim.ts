import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { subjectIdOf } from '@/lib/applications/subject'
import { now, secondsFromNow } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { sentSubmission } from '@/lib/documents/locked-submission'
import { done, refused } from '@/lib/result'
import { claimMinutes } from './schema'

/**
 * Shows the others that this reviewer is working on a submission, for {@link claimMinutes}; claiming it again restarts
 * that time. A claim keeps no one from deciding.
 * @returns refused `not_found`, `own_application` (as in `decideSubmission`), `taken` when another's claim
 *   is still valid, or the submission is not waiting for a decision
 */
export const claimSubmission = command({
  on: sentSubmission,
  right: 'reviewer',
  audit: 'submission.claimed',
  async run({ transaction, submission, actor, record }) {
    const { id } = submission
    if (await hasInterest(subjectIdOf(submission), actor.id ?? '', transaction))
      return refused('own_application')
    const until = secondsFromNow(claimMinutes * 60)
    const { count } = await transaction.submission.updateMany({
      where: {
        id,
        state: 'in_validation',
        OR: [{ claimedById: null }, { claimedById: actor.id }, { claimedUntil: { lte: now() } }],
      },
      data: { claimedById: actor.id, claimedUntil: until },
    })
    if (count === 0) return refused('taken')
    record({ type: 'submission', id })
    return done({ until })
  },
})

/** Releases a reviewer's own claim; never another's. */
export const releaseSubmission = command({
  on: sentSubmission,
  right: 'reviewer',
  audit: 'submission.released',
  async run({ transaction, submission: { id }, actor, record }) {
    const { count } = await transaction.submission.updateMany({
      where: { id, claimedById: actor.id },
      data: { claimedById: null, claimedUntil: null },
    })
    if (count > 0) record({ type: 'submission', id })
    return done(undefined)
  },
})
