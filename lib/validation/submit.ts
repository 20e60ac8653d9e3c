import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import { findTransition } from '@/lib/applications/states'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { requiresKeys } from '@/lib/credentials/client-keys'
import { database, type Transaction } from '@/lib/database'
import { type LockedSubmission, lockOwnSubmission } from '@/lib/documents/locked-submission'
import { getSettings } from '@/lib/env'
import { type Throttled, takeAttempts } from '@/lib/identity/throttle'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import {
  addBusinessMinutes,
  businessCalendar,
  businessMinutesBetween,
  minutesPerBusinessDay,
} from './business-hours'
import { checklistOf, findMissing } from './checklist'
import { applicantLink, findReviewers, reviewLink } from './recipients'

/**
 * Sends a submission to the reviewers, which starts or resumes the time until its due date.
 * @returns refused `not_found`; `keys_required` (the operator requires them, a revision excepted); `missing_documents`
 *   (missing or to be replaced); `wrong_state` (already sent, or decided); `throttled`, as withdrawing and submitting in turn would flood every reviewer with mail
 */
export async function submitForValidation(
  applicationId: string,
  owner: Owner,
): Promise<
  Result<{ dueAt: Date }, 'not_found' | 'keys_required' | 'missing_documents' | 'wrong_state'> | Throttled
> {
  return database().$transaction(async (transaction) => {
    const submission = await lockOwnSubmission(transaction, applicationId, owner.id)
    if (!submission) return refused('not_found')
    if (submission.state !== 'draft' && submission.state !== 'changes_requested')
      return refused('wrong_state')
    const { clientAuthentication } = submission.application
    if (requiresKeys() && clientAuthentication !== 'private_key_jwt' && !submission.revision)
      return refused('keys_required')
    if (findMissing(checklistOf(submission)).length > 0) return refused('missing_documents')
    const throttled = await takeAttempts(
      [
        ['submission', owner.id],
        ['submission', applicationId],
      ],
      transaction,
    )
    if (throttled) return throttled
    const action = submission.state === 'draft' ? 'submit' : 'resubmit'
    if (!(await moveOwn(transaction, submission, action, owner))) return refused('wrong_state')
    const dueAt = await startClock(transaction, submission)
    await tellEverybody(transaction, submission, dueAt)
    await record(transaction, owner, 'submission.submitted', submission)
    return done({ dueAt })
  })
}

/**
 * Withdraws a submission from the queue, so that its documents can be changed.
 * @returns refused `not_found`, or `wrong_state` when it is not waiting for a decision
 */
export async function withdrawSubmission(
  applicationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'wrong_state'>> {
  return database().$transaction(async (transaction) => {
    const submission = await lockOwnSubmission(transaction, applicationId, owner.id)
    if (!submission) return refused('not_found')
    if (submission.state !== 'in_validation') return refused('wrong_state')
    if (!(await moveOwn(transaction, submission, 'withdraw', owner))) return refused('wrong_state')
    await transaction.submission.update({
      where: { id: submission.id },
      data: { state: 'draft', claimedById: null, claimedUntil: null, ...stopClock(submission) },
    })
    await record(transaction, owner, 'submission.withdrawn', submission)
    return done(undefined)
  })
}

/** The fields to write when it becomes the developer's turn, with the remaining business minutes until the due date. */
export function stopClock({ dueAt }: { dueAt: Date | null }): {
  dueAt: null
  remainingMinutes: number | null
} {
  return { dueAt: null, remainingMinutes: dueAt && businessMinutesBetween(now(), dueAt) }
}

/** A revision leaves the application's state unchanged; in any other case both change together. */
async function moveOwn(
  transaction: Transaction,
  { id: submissionId, applicationId, application, revision }: LockedSubmission,
  action: 'submit' | 'resubmit' | 'withdraw',
  owner: Owner,
): Promise<boolean> {
  if (revision) return application.state === 'active'
  const transition = findTransition('production', application.state, action, 'owner')
  if (!transition) return false
  const { from, to } = transition
  return moveApplication(transaction, { applicationId, from, to, actor: owner, submissionId })
}

async function startClock(transaction: Transaction, submission: LockedSubmission): Promise<Date> {
  const { remainingMinutes } = submission
  const whole = getSettings().VALIDATION_BUSINESS_DAYS * minutesPerBusinessDay()
  // A submission that is sent again has at least half a business day.
  const minutes = remainingMinutes === null ? whole : Math.max(remainingMinutes, minutesPerBusinessDay() / 2)
  const dueAt = addBusinessMinutes(now(), minutes)
  await transaction.submission.update({
    where: { id: submission.id },
    data: {
      state: 'in_validation',
      version: { increment: 1 },
      networks: submission.application.allowedNetworks,
      submittedAt: now(),
      dueAt,
      decidedAt: null,
      proofAttempts: 0,
      proofError: null,
      proofTriedAt: null,
    },
  })
  return dueAt
}

async function tellEverybody(
  transaction: Transaction,
  submission: LockedSubmission,
  dueAt: Date,
): Promise<void> {
  const { name: applicationName, id: applicationId, developer } = submission.application
  const { timeZone } = businessCalendar()
  const promisedBy = dueAt.toISOString()
  const sent = { applicationName, link: applicantLink(applicationId), promisedBy, timeZone }
  for (const recipient of await listRecipients(transaction, applicationId, 'documents'))
    await queueMail(transaction, recipient, 'validation-submitted', sent)
  for (const reviewer of await findReviewers(transaction, applicationId))
    await queueMail(transaction, reviewer, 'submission-received', {
      applicationName,
      link: reviewLink(submission.id),
      developerEmail: developer.email,
      developerName: developer.displayName || undefined,
      resubmitted: submission.version > 0 || submission.number > 1,
      dueAt: dueAt.toISOString(),
      timeZone,
    })
}

async function record(
  transaction: Transaction,
  owner: Owner,
  action: AuditAction,
  submission: LockedSubmission,
) {
  const subject = { type: 'submission', id: submission.id } as const
  const { applicationId, version, documents } = submission
  await recordAudit(transaction, owner, action, subject, {
    applicationId,
    version: action === 'submission.submitted' ? version + 1 : version,
    documents: documents.map(({ id }) => id),
  })
}
