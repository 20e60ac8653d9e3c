import type { Prisma } from '@/generated/prisma/client'
import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { openOrganisationTo, openTo } from '@/lib/applications/rights'
import { ofSubject, subjectIdOf } from '@/lib/applications/subject'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { documentFields } from '@/lib/documents/queries'
import { describePerson } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'
import { neededOf } from './checklist'

const teamFields = {
  orderBy: [{ role: 'asc' }, { joinedAt: 'asc' }, { developerId: 'asc' }],
  select: {
    developerId: true,
    role: true,
    developer: { select: { email: true, displayName: true, locale: true } },
  },
} satisfies Prisma.Application$membersArgs

const submissionDetails = {
  requirements: {
    orderBy: [{ position: 'asc' }, { requirementId: 'asc' }],
    include: { requirement: { select: { templateName: true } } },
  },
  documents: { orderBy: { version: 'desc' }, select: { ...documentFields, sha256: true } },
} satisfies Prisma.SubmissionInclude

const ownProgress = {
  transitions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
  submissions: {
    orderBy: { number: 'desc' },
    take: 1,
    include: {
      ...submissionDetails,
      decisions: { where: { voidedAt: null }, orderBy: { decidedAt: 'asc' } },
    },
  },
} satisfies Prisma.ApplicationInclude & Prisma.OrganisationInclude

/** The data of the applicant's page; null unless it is a Production application of theirs. */
export async function findApplicantValidation(applicationId: string, developerId: string) {
  if (!isUuid(applicationId)) return null
  const application = await database().application.findFirst({
    where: { id: applicationId, environment: 'production', ...openTo(developerId, 'documents') },
    include: { ...ownProgress, organisation: true },
  })
  const [newest] = application?.submissions ?? []
  if (!application || !newest) return null
  const requirements = neededOf(newest, application.organisation)
  const submission = { ...newest, requirements }
  return { application, submission, ...(await findExchange(applicationId)) }
}

export type ApplicantValidation = NonNullable<Awaited<ReturnType<typeof findApplicantValidation>>>

/** The same for an organisation; null unless it is one of theirs. */
export async function findVerification(organisationId: string, developerId: string) {
  if (!isUuid(organisationId)) return null
  const organisation = await database().organisation.findFirst({
    where: { id: organisationId, ...openOrganisationTo(developerId, 'view') },
    include: ownProgress,
  })
  const [submission] = organisation?.submissions ?? []
  if (!organisation || !submission) return null
  return { organisation, submission, ...(await findExchange(organisationId)) }
}

export type Verification = NonNullable<Awaited<ReturnType<typeof findVerification>>>

/** The fields of documents that are shown, of an application or an organisation. */
export type OwnSubmission = (ApplicantValidation | Verification)['submission']

/** The newest submission of an application or organisation of theirs. */
export async function findOwnSubmission(subjectId: string, developerId: string) {
  const found =
    (await findApplicantValidation(subjectId, developerId)) ??
    (await findVerification(subjectId, developerId))
  return found?.submission ?? null
}

/** The messages of reviewers and applicants, without internal notes, and the outcomes of revisions. */
async function findExchange(subjectId: string) {
  const messages = await database().submissionMessage.findMany({
    where: { submission: ofSubject(subjectId), internal: false },
    orderBy: [{ sentAt: 'asc' }, { id: 'asc' }],
  })
  return { messages, revisions: await findRevisions(subjectId) }
}

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
          organisation: { select: { id: true, legalName: true, state: true } },
          keys: {
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
            select: { kid: true, thumbprint: true, algorithms: true, createdAt: true },
          },
        },
      },
      organisation: {
        include: { members: teamFields, transitions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } },
      },
    },
  })
  if (!submission) return null
  const subjectId = subjectIdOf(submission)
  const interest = await hasInterest(subjectId, reviewerId)
  const messages = await database().submissionMessage.findMany({
    where: { submission: ofSubject(subjectId), ...(interest ? { internal: false } : {}) },
    orderBy: [{ sentAt: 'asc' }, { id: 'asc' }],
  })
  const revisions = await findRevisions(subjectId)
  const decisions = [...submission.decisions, ...revisions.flatMap((each) => each.decisions)]
  const people = [submission.assigneeId, ...decisions.map((each) => each.reviewerId)]
  const authors = [
    ...messages.map((each) => each.authorId),
    ...transitionsOf(submission).map((each) => each.actorId),
  ]
  const emails = await findEmails([...people, ...authors])
  const assignment =
    submission.assigneeId && submission.assignedUntil && submission.assignedUntil > now()
      ? { holderId: submission.assigneeId, until: submission.assignedUntil }
      : null
  return { submission, interest, messages, emails, assignment, revisions }
}

export type Review = NonNullable<Awaited<ReturnType<typeof findReview>>>

/** The outcomes of the revisions of an application or organisation, oldest first. */
async function findRevisions(subjectId: string) {
  return database().submission.findMany({
    where: { ...ofSubject(subjectId), revision: true },
    orderBy: { number: 'asc' },
    select: {
      id: true,
      openedAt: true,
      submittedAt: true,
      decisions: {
        where: { voidedAt: null, final: true },
        orderBy: { decidedAt: 'asc' },
        select: { id: true, outcome: true, reason: true, reviewerId: true, decidedAt: true },
      },
    },
  })
}

/** The timeline of what was submitted. */
export function transitionsOf<One, Other>({
  application,
  organisation,
}: {
  application: { transitions: One[] } | null
  organisation: { transitions: Other[] } | null
}): (One | Other)[] {
  return application?.transitions ?? organisation?.transitions ?? []
}

async function findEmails(ids: (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const found = await database().developer.findMany({
    where: { id: { in: known } },
    select: { id: true, email: true, displayName: true },
  })
  return new Map(found.map((each) => [each.id, describePerson(each)]))
}
