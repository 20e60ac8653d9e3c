import { listRecipients } from '@/lib/applications/queries'
import { ofSubject } from '@/lib/applications/subject'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { database, onRow, type Transaction } from '@/lib/database'
import { type LockedSubmission, lockOwnSubmission } from '@/lib/documents/locked-submission'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import type { Reviewer } from './decide'
import { lockForReview } from './lock-for-review'
import { applicantLink, findReviewers, reviewLink } from './recipients'
import { subjectOf } from './submission-subject'

/** Messages that one person may send in ten minutes, as each is mailed. */
const maxInTenMinutes = 10

/**
 * A message from someone on the team: stored with the submission and mailed to the reviewer with the claim, or else to
 * all.
 * @param body plain text, checked by `messageSchema`
 */
export async function writeToReviewers(
  subjectId: string,
  body: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'too_many'>> {
  return onRow(subjectId, async (transaction) => {
    const submission = await lockOwnSubmission(transaction, subjectId, owner.id)
    if (!submission) return refused('not_found')
    if (await isTooMany(transaction, owner.id)) return refused('too_many')
    await keep(transaction, submission, { body, internal: false }, { id: owner.id, role: 'developer' })
    const link = await findReviewLink(transaction, subjectId)
    await queueMail(transaction, await findReaders(transaction, submission), 'validation-message', {
      applicationName: subjectOf(submission).name,
      link,
      body,
      fromReviewer: false,
    })
    await audit(transaction, submission, owner, 'submission.message_sent')
    return done(undefined)
  })
}

/**
 * A reviewer's message to the applicant's team, who get it by mail; or an internal note, which they never see.
 * @param body plain text, checked by `messageSchema`
 * @returns refused `not_found`, `own_application` (the reviewer is or was on its team), `too_many`
 */
export async function writeAsReviewer(
  { submissionId, body, internal }: { submissionId: string; body: string; internal: boolean },
  reviewer: Reviewer,
): Promise<Result<undefined, 'not_found' | 'own_application' | 'too_many'>> {
  return database().$transaction(async (transaction) => {
    const found = await lockForReview(transaction, submissionId, reviewer.id)
    if (!found.ok) return found
    const submission = found.value
    if (!submission.submittedAt) return refused('not_found')
    if (await isTooMany(transaction, reviewer.id)) return refused('too_many')
    await keep(transaction, submission, { body, internal }, reviewer)
    const subject = subjectOf(submission)
    const props = { applicationName: subject.name, link: applicantLink(subject), body, fromReviewer: true }
    const recipients = internal ? [] : await listRecipients(transaction, subject.id, 'documents')
    await queueMail(transaction, recipients, 'validation-message', props)
    await audit(
      transaction,
      submission,
      reviewer,
      internal ? 'submission.note_kept' : 'submission.message_sent',
    )
    return done(undefined)
  })
}

/** The page where reviewers read the conversation: the last submitted round, as they cannot open a draft. */
async function findReviewLink(transaction: Transaction, subjectId: string): Promise<string> {
  const submitted = await transaction.submission.findFirst({
    where: { ...ofSubject(subjectId), submittedAt: { not: null } },
    orderBy: { number: 'desc' },
    select: { id: true },
  })
  return submitted ? reviewLink(submitted.id) : `${getSettings().PORTAL_URL}/review`
}

async function isTooMany(transaction: Transaction, authorId: string): Promise<boolean> {
  const sentAt = { gt: secondsFromNow(-600) }
  return (await transaction.submissionMessage.count({ where: { authorId, sentAt } })) >= maxInTenMinutes
}

async function keep(
  transaction: Transaction,
  { id: submissionId }: LockedSubmission,
  message: { body: string; internal: boolean },
  author: { id: string; role: 'developer' | Reviewer['role'] },
): Promise<void> {
  const data = {
    id: newId(),
    submissionId,
    authorId: author.id,
    authorRole: author.role,
    sentAt: now(),
    ...message,
  }
  await transaction.submissionMessage.create({ data })
}

/** The reviewer with the claim, if they may still decide; else every reviewer who may. */
async function findReaders(transaction: Transaction, submission: LockedSubmission): Promise<Recipient[]> {
  const { claimedById, claimedUntil } = submission
  const { id: subjectId } = subjectOf(submission)
  const reviewers = await findReviewers(transaction, subjectId)
  const holder = reviewers.find(({ id }) => id === claimedById)
  return holder && claimedUntil && claimedUntil > now() ? [holder] : reviewers
}

async function audit(
  transaction: Transaction,
  { id }: LockedSubmission,
  actor: Owner | Reviewer,
  action: AuditAction,
) {
  await recordAudit(transaction, actor, action, { type: 'submission', id })
}
