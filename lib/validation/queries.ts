import type { Prisma } from '@/generated/prisma/client'
import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { openOrganisationTo, openTo } from '@/lib/applications/rights'
import { ofSubject, subjectIdOf } from '@/lib/applications/subject'
import { now } from '@/lib/clock'
import { confusableKey } from '@/lib/confusables'
import { database } from '@/lib/database'
import { documentFields } from '@/lib/documents/queries'
import { describePerson } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'
import { findRehearsalToSubmit, listCaseRequirements } from '@/lib/rehearsals/queries'
import { listUnpassed } from '@/lib/rehearsals/schema'
import { errorsInRow } from '@/lib/usage/queries'
import { checklistOf, neededOf } from './checklist'

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

/** The newest of each that are compared. */
const compared = 10_000

type Subject = { names: string[]; developerId?: string; organisationId: string | null }

/**
 * Names that someone could take for one of these: of other people's Production applications and of other
 * organisations that reviewers have seen.
 */
export async function findConfusableNames({ names, ...own }: Subject): Promise<string[]> {
  const keys = new Set(names.map(confusableKey).filter((key) => key !== ''))
  const [applications, organisations] = await Promise.all([
    database().application.findMany({
      where: { environment: 'production', state: { notIn: ['draft', 'rejected', 'deleted'] } },
      orderBy: { id: 'desc' },
      take: compared,
      select: { name: true, developerId: true, organisationId: true },
    }),
    database().organisation.findMany({
      where: { state: { notIn: ['draft', 'rejected', 'closed'] } },
      orderBy: { id: 'desc' },
      take: compared,
      select: { id: true, legalName: true, tradingName: true },
    }),
  ])
  const isOwn = (other: { developerId: string | null; organisationId: string | null }) =>
    other.organisationId === own.organisationId &&
    (own.organisationId !== null || other.developerId === own.developerId)
  const others = [
    ...applications.filter((other) => !isOwn(other)).map(({ name }) => name),
    ...organisations
      .filter(({ id }) => id !== own.organisationId)
      .flatMap(({ legalName, tradingName }) => [legalName, tradingName]),
  ]
  return [...new Set(others.filter((name) => keys.has(confusableKey(name))))]
}

/** A developer's activity in the Sandbox, over all applications whose team they are on. */
type SandboxRecord = {
  applications: number
  tokens: number
  balances: number
  errors: number
  firstCall: Date | null
  lastCall: Date | null
}

/** A developer's Sandbox record, as evidence that they have tested their program. Times are exact to the minute. */
export async function findSandboxRecord(developerId: string): Promise<SandboxRecord> {
  const [row] = await database().$queryRaw<SandboxRecord[]>`
    WITH own AS MATERIALIZED (
      SELECT id FROM application WHERE environment = 'sandbox'
        AND id IN (SELECT application_id FROM application_team WHERE developer_id = ${developerId}::uuid))
    SELECT (SELECT count(*) FROM own)::int AS applications,
           coalesce(sum(u.succeeded) FILTER (WHERE u.endpoint = 'token'), 0)::int AS tokens,
           coalesce(sum(u.succeeded) FILTER (WHERE u.endpoint = 'account'), 0)::int AS balances,
           coalesce(sum(${errorsInRow}), 0)::int AS errors,
           min(u.minute) AS "firstCall", max(u.minute) AS "lastCall"
    FROM usage_of(ARRAY(SELECT id FROM own), '-infinity', 'infinity') u`
  if (!row) throw new Error('unreachable: an aggregate always returns a row')
  return row
}

/** What a submission takes before it can be sent, what of it is there, and how many of the required are. */
export async function findReadiness({ application, submission }: ApplicantValidation) {
  const [cases, found] = await Promise.all([listCaseRequirements(), findRehearsalToSubmit(application.id)])
  const unpassed = listUnpassed(cases, found).length
  const asked = Object.values(cases).filter((requirement) => requirement === 'required').length
  const rehearsal = {
    done: unpassed === 0 && found !== null,
    required: asked > 0,
    found: found !== null,
    passed: asked - unpassed,
    asked,
  }
  const items = checklistOf(submission)
  const documents = submission.requirements.map((requirement, index) => {
    const replace = items[index]?.verdict === 'replace'
    return {
      requirement,
      replace,
      done: Boolean(items[index]?.document) && !replace,
      required: requirement.required || replace,
    }
  })
  // Name and purpose are there from the start.
  const needed = [{ done: true, required: true }, rehearsal, ...documents].filter(({ required }) => required)
  return { rehearsal, documents, ready: needed.filter(({ done }) => done).length, needed: needed.length }
}
