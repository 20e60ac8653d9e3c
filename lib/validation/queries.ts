import type { Prisma } from '@/generated/prisma/client'
import { findInterest } from '@/lib/applications/conflict-of-interest'
import { openTo } from '@/lib/applications/rights'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { documentFields } from '@/lib/documents/queries'
import { describePerson } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'

const teamFields = {
  orderBy: [{ role: 'asc' }, { joinedAt: 'asc' }, { developerId: 'asc' }],
  select: { developerId: true, role: true, developer: { select: { email: true, displayName: true } } },
} satisfies Prisma.Application$membersArgs

const submissionDetails = {
  requirements: {
    orderBy: [{ position: 'asc' }, { requirementId: 'asc' }],
    include: { requirement: { select: { templateName: true } } },
  },
  documents: { orderBy: { version: 'desc' }, select: { ...documentFields, sha256: true } },
} satisfies Prisma.SubmissionInclude

/** The data of the applicant's page; null unless it is a Production application of theirs. */
export async function findApplicantValidation(applicationId: string, developerId: string) {
  if (!isUuid(applicationId)) return null
  const application = await database().application.findFirst({
    where: { id: applicationId, environment: 'production', ...openTo(developerId, 'documents') },
    include: {
      transitions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
      submissions: {
        orderBy: { number: 'desc' },
        take: 1,
        include: {
          ...submissionDetails,
          decisions: { where: { voidedAt: null }, orderBy: { decidedAt: 'asc' } },
        },
      },
    },
  })
  const submission = application?.submissions[0]
  if (!application || !submission) return null
  const messages = await database().submissionMessage.findMany({
    where: { submission: { applicationId }, internal: false },
    orderBy: [{ sentAt: 'asc' }, { id: 'asc' }],
  })
  return { application, submission, messages, revisions: await findRevisions(applicationId) }
}

export type ApplicantValidation = NonNullable<Awaited<ReturnType<typeof findApplicantValidation>>>

/** The position of a waiting submission in the queue, from 1: the number that are due before it, plus one. */
export async function countQueuePosition(dueAt: Date): Promise<number> {
  return database().submission.count({ where: { state: 'in_validation', dueAt: { lte: dueAt } } })
}

/**
 * The data for a reviewer's decision; null if the submission was never sent. Document versions that were not submitted
 * are left out, as their content may be deleted without a record. Reviewers with an interest get no internal notes.
 */
export async function findReview(submissionId: string, reviewerId: string) {
  if (!isUuid(submissionId)) return null
  const submission = await database().submission.findFirst({
    where: { id: submissionId, submittedAt: { not: null } },
    include: {
      ...submissionDetails,
      documents: { ...submissionDetails.documents, where: { submittedAt: { not: null } } },
      decisions: { orderBy: { decidedAt: 'asc' } },
      approvedAccess: { orderBy: { reviewerId: 'asc' } },
      application: {
        include: {
          developer: { select: { id: true, email: true, displayName: true, locale: true, createdAt: true } },
          members: teamFields,
          transitions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
        },
      },
    },
  })
  if (!submission) return null
  const { applicationId } = submission
  const interest = await findInterest(database(), applicationId, reviewerId)
  const messages = await database().submissionMessage.findMany({
    where: { submission: { applicationId }, ...(interest ? { internal: false } : {}) },
    orderBy: [{ sentAt: 'asc' }, { id: 'asc' }],
  })
  const people = [submission.claimedById, ...submission.decisions.map((each) => each.reviewerId)]
  const authors = [
    ...messages.map((each) => each.authorId),
    ...submission.application.transitions.map((each) => each.actorId),
  ]
  const emails = await findEmails([...people, ...authors])
  const claim =
    submission.claimedById && submission.claimedUntil && submission.claimedUntil > now()
      ? { holderId: submission.claimedById, until: submission.claimedUntil }
      : null
  return { submission, interest, messages, emails, claim, revisions: await findRevisions(applicationId) }
}

export type Review = NonNullable<Awaited<ReturnType<typeof findReview>>>

/** The outcomes of an application's revisions, oldest first. */
async function findRevisions(applicationId: string) {
  return database().submission.findMany({
    where: { applicationId, revision: true },
    orderBy: { number: 'asc' },
    select: {
      id: true,
      openedAt: true,
      submittedAt: true,
      decisions: {
        where: { voidedAt: null, final: true },
        orderBy: { decidedAt: 'asc' },
        select: { id: true, outcome: true, reason: true, decidedAt: true },
      },
    },
  })
}

async function findEmails(ids: (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const found = await database().developer.findMany({
    where: { id: { in: known } },
    select: { id: true, email: true, displayName: true },
  })
  return new Map(found.map((each) => [each.id, describePerson(each)]))
}
