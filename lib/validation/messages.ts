import type { Role } from '@/generated/prisma/enums'
import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { ofSubject, subjectIdOf } from '@/lib/applications/subject'
import type { Actor } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { type LockedSubmission, ownSubmission, sentSubmission } from '@/lib/documents/locked-submission'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import type { Recipient } from '@/lib/mail/commands'
import { done, refused } from '@/lib/result'
import { applicantLink, findReviewers, reviewLink } from './recipients'
import { messageSchema, noteSchema } from './schema'
import { subjectOf } from './submission-subject'

/** Messages that one person may send in ten minutes, as each is mailed. */
const maxInTenMinutes = 10

/**
 * A message from someone on the team: stored with the submission and mailed to the assignee, or else to
 * all. @returns refused `too_many`
 */
export const writeToReviewers = command({
  on: ownSubmission,
  right: 'documents',
  notifies: 'reviewers',
  input: messageSchema,
  audit: 'submission.message_sent',
  async run({ transaction, submission, actor, input: { message: body }, mail, record }) {
    if (await isTooMany(transaction, actor)) return refused('too_many')
    await keep(transaction, submission, { body, internal: false }, actor, 'developer')
    const subject = subjectOf(submission)
    const link = await findReviewLink(transaction, subject.id)
    const props = { applicationName: subject.name, link, body, fromReviewer: false }
    await mail(await findReaders(transaction, submission), 'validation-message', props)
    record({ type: 'submission', id: submission.id })
    return done(subject)
  },
})

/**
 * A reviewer's message to the applicant's team, who get it by mail.
 * @returns refused `own_application` (the reviewer is or was on its team), `too_many`
 */
export const writeToApplicant = command({
  on: sentSubmission,
  right: 'reviewer',
  notifies: 'team',
  input: messageSchema,
  audit: 'submission.message_sent',
  async run({ transaction, submission, actor, input: { message: body }, mail, record }) {
    const refusal = await findRefusal(transaction, submission, actor)
    if (refusal) return refused(refusal)
    await keep(transaction, submission, { body, internal: false }, actor)
    const subject = subjectOf(submission)
    const props = { applicationName: subject.name, link: applicantLink(subject), body, fromReviewer: true }
    await mail(await listRecipients(transaction, subject.id, 'documents'), 'validation-message', props)
    record({ type: 'submission', id: submission.id })
    return done(undefined)
  },
})

/** A reviewer's internal note, which the applicant's team never see. @returns refused as {@link writeToApplicant} */
export const keepNote = command({
  on: sentSubmission,
  right: 'reviewer',
  input: noteSchema,
  audit: 'submission.note_kept',
  async run({ transaction, submission, actor, input: { note: body }, record }) {
    const refusal = await findRefusal(transaction, submission, actor)
    if (refusal) return refused(refusal)
    await keep(transaction, submission, { body, internal: true }, actor)
    record({ type: 'submission', id: submission.id })
    return done(undefined)
  },
})

async function findRefusal(
  transaction: Transaction,
  submission: LockedSubmission,
  actor: Actor,
): Promise<'own_application' | 'too_many' | null> {
  if (await hasInterest(subjectIdOf(submission), actor.id ?? '', transaction)) return 'own_application'
  return (await isTooMany(transaction, actor)) ? 'too_many' : null
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

async function isTooMany(transaction: Transaction, { id }: Actor): Promise<boolean> {
  const sentAt = { gt: secondsFromNow(-600) }
  return (
    (await transaction.submissionMessage.count({ where: { authorId: id ?? '', sentAt } })) >= maxInTenMinutes
  )
}

async function keep(
  transaction: Transaction,
  { id: submissionId }: LockedSubmission,
  message: { body: string; internal: boolean },
  author: Actor,
  authorRole = author.role as Role,
): Promise<void> {
  const data = {
    id: newId(),
    submissionId,
    authorId: author.id ?? '',
    authorRole,
    sentAt: now(),
    ...message,
  }
  await transaction.submissionMessage.create({ data })
}

/** The assignee, if they may still decide; else every reviewer who may. */
async function findReaders(transaction: Transaction, submission: LockedSubmission): Promise<Recipient[]> {
  const { assigneeId, assignedUntil } = submission
  const { id: subjectId } = subjectOf(submission)
  const reviewers = await findReviewers(transaction, subjectId)
  const holder = reviewers.find(({ id }) => id === assigneeId)
  return holder && assignedUntil && assignedUntil > now() ? [holder] : reviewers
}
