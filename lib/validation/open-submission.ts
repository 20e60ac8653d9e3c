import type { RequirementScope } from '@/generated/prisma/enums'
import { isInReview, isOpen, openStates } from '@/lib/applications/states'
import { columnsOf, type SubjectColumns, subjectIdOf } from '@/lib/applications/subject'
import { now } from '@/lib/clock'
import { type Context, command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { copyContent } from '@/lib/documents/content'
import { type LockedSubmission, ownSubmission } from '@/lib/documents/locked-submission'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { textColumns } from '@/lib/translations'
import { isInForce, moveSubject, stateOf, subjectDetail, subjectOf } from './submission-subject'

type Whose = { submission: LockedSubmission }

const opening = {
  on: ownSubmission,
  right: 'documents',
  audit: 'submission.opened',
  timeout: 60_000,
  version: ({ submission }: Whose) => [submission.id, submission.version],
} as const

/**
 * Opens round `number` of a validation or verification, with the current requirements, inside the caller's transaction.
 * Later changes to the requirements do not affect it.
 * @param scopes whose requirements: `scopesOf` an application, those of organisations for one
 * @param revision true if the subject stays as approved in the meantime
 * @returns the id of the submission
 */
export async function openSubmission(
  transaction: Transaction,
  {
    subject,
    number,
    scopes,
    revision = false,
  }: { subject: SubjectColumns; number: number; scopes: RequirementScope[]; revision?: boolean },
): Promise<string> {
  const id = newId()
  await transaction.submission.create({ data: { id, ...subject, number, revision, openedAt: now() } })
  await requireAll(transaction, id, scopes)
  return id
}

async function requireAll(
  transaction: Transaction,
  submissionId: string,
  scopes: RequirementScope[],
): Promise<void> {
  const inForce = await transaction.requirement.findMany({
    where: { retiredAt: null, scope: { in: scopes } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    omit: { templateBytes: true },
  })
  await transaction.submissionRequirement.createMany({
    data: inForce.map((each) => ({
      submissionId,
      requirementId: each.id,
      ...textColumns(each, 'name', 'help', 'checklist'),
      required: each.required,
      acceptedKinds: each.acceptedKinds,
      maxBytes: each.maxBytes,
      position: each.position,
      scope: each.scope,
    })),
    skipDuplicates: true,
  })
}

/**
 * Requires the documents of organisations of what is open of an application, as it no longer has one. A submission that
 * waits for a decision has another version from then on, as an approval of the previous one says nothing about them.
 */
export async function requireOwnDocuments(transaction: Transaction, applicationId: string): Promise<void> {
  const open = await transaction.submission.findMany({
    where: { applicationId, state: { in: openStates } },
  })
  for (const { id, state } of open) {
    const version = { increment: isInReview(state) ? 1 : 0 }
    await transaction.submission.update({ where: { id }, data: { reliesOnId: null, version } })
    await requireAll(transaction, id, ['organisation'])
  }
}

/** The requirements of an application: a verified organisation has sent its own already. */
export async function scopesOf(
  transaction: Transaction,
  { organisationId }: { organisationId: string | null },
): Promise<RequirementScope[]> {
  const organisation = organisationId
    ? await transaction.organisation.findUnique({ where: { id: organisationId } })
    : null
  return organisation?.state === 'verified' ? ['application'] : ['application', 'organisation']
}

/**
 * Opens a new submission after a rejection. It keeps the accepted documents; the others have to be sent again.
 * @returns refused `not_found`, or `wrong_state` when the application or organisation is not rejected
 */
export const reopenAfterRejection = command({
  ...opening,
  run: (given) => openAfter(given, (previous) => stateOf(previous) === 'rejected'),
})

/**
 * Opens a revision of an approved application or a verified organisation: a submission that starts from the approved
 * documents. Its subject continues as it is, whatever the outcome.
 * @returns refused `not_found`, or `wrong_state` when the subject is not in force or a submission is already open
 */
export const openRevision = command({
  ...opening,
  run: (given) => openAfter(given, (previous) => isInForce(previous) && !isOpen(previous.state)),
})

async function openAfter(
  { transaction, submission: previous, actor, record }: Context<undefined, undefined> & Whose,
  isPossible: (previous: LockedSubmission) => boolean,
) {
  if (!isPossible(previous)) return refused('wrong_state')
  const revision = isInForce(previous)
  const id = await openNext(transaction, previous, { revision })
  if (!revision) await moveSubject(transaction, previous, 'reopen', actor, { submissionId: id })
  record({ type: 'submission', id }, { ...subjectDetail(previous), former: previous.id })
  return done({ ...subjectOf(previous), submissionId: id })
}

/** Opens the next round, with every accepted document of the previous one that is still required. */
async function openNext(
  transaction: Transaction,
  previous: LockedSubmission,
  { revision }: { revision: boolean },
): Promise<string> {
  const { application } = previous
  const submissionId = await openSubmission(transaction, {
    subject: columnsOf({ type: application ? 'application' : 'organisation', id: subjectIdOf(previous) }),
    number: previous.number + 1,
    scopes: application ? await scopesOf(transaction, application) : ['organisation'],
    revision,
  })
  const accepted = previous.requirements
    .filter(({ verdict }) => verdict === 'accepted')
    .map((each) => each.requirementId)
  const required = await transaction.submissionRequirement.findMany({
    where: { submissionId, requirementId: { in: accepted } },
    select: { requirementId: true },
  })
  for (const { requirementId } of required) {
    const source = previous.documents.find((document) => document.requirementId === requirementId)
    if (source) await carryOver(transaction, source, submissionId)
  }
  return submissionId
}

async function carryOver(
  transaction: Transaction,
  source: LockedSubmission['documents'][number],
  submissionId: string,
): Promise<void> {
  const id = newId()
  const { requirementId } = source
  const encryptionKeyId = requireSetting('SECRET_ENCRYPTION_KEYS')[0].id
  await transaction.document.create({
    data: { ...source, id, submissionId, version: 1, submittedAt: null, encryptionKeyId },
  })
  await copyContent(transaction, source, id)
  await transaction.submissionRequirement.update({
    where: { submissionId_requirementId: { submissionId, requirementId } },
    data: { verdict: 'accepted' },
  })
}
