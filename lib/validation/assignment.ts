import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { subjectIdOf } from '@/lib/applications/subject'
import { now, secondsFromNow } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { sentSubmission } from '@/lib/documents/locked-submission'
import { done, refused } from '@/lib/result'
import { assignmentMinutes } from './schema'

/**
 * Shows the others that this reviewer is working on a submission, for {@link assignmentMinutes}; assigning it again
 * restarts that time. An assignment keeps no one from deciding.
 * @returns refused `not_found`, `own_application` (as in `decideSubmission`), `taken` when another's assignment
 *   is still valid, or the submission is not waiting for a decision
 */
export const assignSubmission = command({
  on: sentSubmission,
  right: 'reviewer',
  audit: 'submission.claimed',
  async run({ transaction, submission, actor, record }) {
    const { id } = submission
    if (await hasInterest(subjectIdOf(submission), actor.id ?? '', transaction))
      return refused('own_application')
    const until = secondsFromNow(assignmentMinutes * 60)
    const { count } = await transaction.submission.updateMany({
      where: {
        id,
        state: 'in_validation',
        OR: [{ assigneeId: null }, { assigneeId: actor.id }, { assignedUntil: { lte: now() } }],
      },
      data: { assigneeId: actor.id, assignedUntil: until },
    })
    if (count === 0) return refused('taken')
    record({ type: 'submission', id })
    return done({ until })
  },
})

/** Ends a reviewer's own assignment; never another's. */
export const unassignSubmission = command({
  on: sentSubmission,
  right: 'reviewer',
  audit: 'submission.released',
  async run({ transaction, submission: { id }, actor, record }) {
    const { count } = await transaction.submission.updateMany({
      where: { id, assigneeId: actor.id },
      data: { assigneeId: null, assignedUntil: null },
    })
    if (count > 0) record({ type: 'submission', id })
    return done(undefined)
  },
})
