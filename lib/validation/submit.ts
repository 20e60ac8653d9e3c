import { z } from 'zod'
import type { Organisation } from '@/generated/prisma/client'
import { listRecipients } from '@/lib/applications/queries'
import { isInReview, isToBeSent } from '@/lib/applications/states'
import { subjectIdOf } from '@/lib/applications/subject'
import { mailedName } from '@/lib/applications/team-members'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command, type InputOf, type Mail } from '@/lib/commands/command'
import { requiresKeys } from '@/lib/credentials/client-keys'
import type { Transaction } from '@/lib/database'
import { type LockedSubmission, ownSubmission } from '@/lib/documents/locked-submission'
import { isOver, setValidity, versionedDocument } from '@/lib/documents/validity'
import { countAttempts } from '@/lib/identity/throttle'
import { findRehearsalToSubmit, listCaseRequirements } from '@/lib/rehearsals/queries'
import { listUnpassed, type RehearsalCase } from '@/lib/rehearsals/schema'
import { done, keepingWrites, refused } from '@/lib/result'
import { addBusinessMinutes, businessCalendar, businessMinutesBetween, slaMinutes } from './business-hours'
import { checklistOf, findMissingItems, neededOf, requiresOrganisation } from './checklist'
import { applicantLink, findReviewers, reviewLink } from './recipients'
import { isInForce, moveSubject, subjectDetail, subjectOf } from './submission-subject'

/**
 * Sends a submission of an application or an organisation to the reviewers, which starts or resumes the time
 * until its due date.
 * @returns refused `not_found`; `keys_required`, `organisation_required` (the operator requires them, a
 *   revision excepted); `organisation_not_verified` (the operator requires organisations, or the submission
 *   relies on its documents); `missing_documents` (missing or to be replaced); `expired_documents` with the
 *   `requirements` whose documents are over; `rehearsal_required` with the `cases` that administrators
 *   require and that have not passed, of a revision too; `wrong_state` (already sent, or decided);
 *   `throttled`, as withdrawing and submitting in turn would flood every reviewer with mail
 */
export const submitForValidation = command({
  on: ownSubmission,
  right: 'documents',
  notifies: 'team',
  audit: 'submission.submitted',
  version: ({ submission: { documents } }) => documents.map(({ id }) => id).sort(),
  async run({ transaction, submission, actor, mail, record }) {
    const { id, version, documents } = submission
    if (!isToBeSent(submission.state)) return refused('wrong_state')
    const organisation = await findOrganisation(transaction, submission)
    const refusal = findRefusal(submission, organisation)
    if (refusal) return refused(refusal)
    const expired = listExpired(submission)
    if (expired.length > 0) return { ...refused('expired_documents'), requirements: expired }
    const rehearsal = await findRehearsal(transaction, submission)
    if (!rehearsal.ok) return rehearsal
    const ids = [actor.id ?? '', subjectIdOf(submission)]
    const throttled = await countAttempts(
      ids.map((each) => ['submission', each] as const),
      transaction,
    )
    if (throttled) return throttled
    const action = submission.state === 'draft' ? 'submit' : 'resubmit'
    if (!(await moveOwn(transaction, submission, action, actor))) return refused('wrong_state')
    const reliesOnId = organisation?.state === 'verified' ? organisation.id : null
    const dueAt = await startClock(transaction, submission, { reliesOnId, rehearsalId: rehearsal.value })
    await tellEverybody(transaction, submission, dueAt, actor, mail)
    const detail = { version: version + 1, documents: documents.map((document) => document.id) }
    record({ type: 'submission', id }, { ...subjectDetail(submission), ...detail })
    return done({ dueAt })
  },
})

type RehearsalRequired = { ok: false; reason: 'rehearsal_required'; cases: RehearsalCase[] }

type Refusal = 'keys_required' | 'organisation_required' | 'missing_documents' | 'organisation_not_verified'

function findRefusal(submission: LockedSubmission, organisation: Organisation | null): Refusal | null {
  const { application, revision, requirements } = submission
  const required = requiresOrganisation(submission)
  if (required && !organisation) return 'organisation_required'
  if (application && requiresKeys() && application.clientAuthentication !== 'private_key_jwt' && !revision)
    return 'keys_required'
  const relies = required || !requirements.some(({ scope }) => scope === 'organisation')
  if (organisation && organisation.state !== 'verified' && relies) return 'organisation_not_verified'
  const needed = neededOf(submission, organisation)
  return findMissingItems(checklistOf({ ...submission, requirements: needed })).length > 0
    ? 'missing_documents'
    : null
}

/** The requirements with a document that was valid when its last day was typed, or was approved, but no longer is. */
function listExpired({ documents }: LockedSubmission): string[] {
  const expired = documents.filter(({ validUntil }) => validUntil && isOver(validUntil))
  return expired.map(({ requirementId }) => requirementId)
}

/** The organisation of the submission's application. Not locked: a suspension locks it before its applications. */
async function findOrganisation(
  transaction: Transaction,
  { application }: LockedSubmission,
): Promise<Organisation | null> {
  const id = application?.organisationId
  return id ? transaction.organisation.findUnique({ where: { id } }) : null
}

/**
 * The rehearsal that the submission is sent with: its id, null for none. Refused while a required case has
 * not passed.
 */
async function findRehearsal(
  transaction: Transaction,
  { application }: LockedSubmission,
): Promise<{ ok: true; value: string | null } | RehearsalRequired> {
  if (!application) return done(null)
  const rehearsal = await findRehearsalToSubmit(application.id, transaction)
  const cases = listUnpassed(await listCaseRequirements(transaction), rehearsal)
  if (cases.length > 0) return { ...refused('rehearsal_required'), cases }
  return done(rehearsal?.id ?? null)
}

/**
 * Sets the last days of documents and then, if none was refused, submits them: what one form does, so that it is done
 * once. The days are kept if what follows is refused.
 * @returns the `problems` with the days, and whether it was submitted
 */
export const sendDocuments = command({
  on: ownSubmission,
  right: 'documents',
  notifies: 'team',
  input: z.custom<{ days: InputOf<typeof setValidity> | null; submit: boolean }>(),
  audit: ['document.validity_set', 'submission.submitted'],
  version: ({ submission: { documents } }) => documents.map(versionedDocument).sort(),
  async run({ submission, input: { days, submit }, join }) {
    const target = subjectIdOf(submission)
    const set = days && (await join(setValidity, { target, input: days }))
    const problems = set?.ok ? set.value : []
    if (!submit || problems.length > 0) return done({ problems, submitted: false })
    const submitted = await join(submitForValidation, { target })
    return submitted.ok ? done({ problems, submitted: true }) : keepingWrites(submitted)
  },
})

/**
 * Withdraws a submission from the queue, so that its documents can be changed.
 * @returns refused `not_found`, or `wrong_state` when it is not waiting for a decision
 */
export const withdrawSubmission = command({
  on: ownSubmission,
  right: 'documents',
  audit: 'submission.withdrawn',
  version: ({ submission: { id, version } }) => [id, version],
  async run({ transaction, submission, actor, record }) {
    const { id, version, documents } = submission
    if (!isInReview(submission.state)) return refused('wrong_state')
    if (!(await moveOwn(transaction, submission, 'withdraw', actor))) return refused('wrong_state')
    const data = { state: 'draft', assigneeId: null, assignedUntil: null, ...pauseSla(submission) } as const
    await transaction.submission.update({ where: { id }, data })
    const detail = { version, documents: documents.map((document) => document.id) }
    record({ type: 'submission', id }, { ...subjectDetail(submission), ...detail })
    return done(subjectOf(submission))
  },
})

/** The fields to write when it becomes the developer's turn, with the remaining business minutes until the due date. */
export function pauseSla({ dueAt }: { dueAt: Date | null }): {
  dueAt: null
  remainingMinutes: number | null
} {
  return { dueAt: null, remainingMinutes: dueAt && businessMinutesBetween(now(), dueAt) }
}

/** A revision leaves the application's state unchanged; in any other case both change together. */
async function moveOwn(
  transaction: Transaction,
  submission: LockedSubmission,
  action: 'submit' | 'resubmit' | 'withdraw',
  actor: Actor,
): Promise<boolean> {
  if (submission.revision) return isInForce(submission)
  return moveSubject(transaction, submission, action, actor, { submissionId: submission.id })
}

async function startClock(
  transaction: Transaction,
  submission: LockedSubmission,
  sentWith: { reliesOnId: string | null; rehearsalId: string | null },
): Promise<Date> {
  const dueAt = addBusinessMinutes(now(), slaMinutes(submission.remainingMinutes))
  await transaction.submission.update({
    where: { id: submission.id },
    data: {
      state: 'in_validation',
      version: { increment: 1 },
      networks: submission.application?.allowedNetworks ?? [],
      ...sentWith,
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
  actor: Actor,
  mail: Mail,
): Promise<void> {
  const subject = subjectOf(submission)
  const { timeZone } = businessCalendar()
  const promisedBy = dueAt.toISOString()
  const recipients = await listRecipients(transaction, subject.id, 'documents')
  const props = { link: applicantLink(subject), promisedBy, timeZone }
  if (subject.type === 'application')
    await mail(recipients, 'validation-submitted', {
      ...props,
      applicationName: subject.name,
    })
  else
    await mail(recipients, 'organisation-submitted', {
      ...props,
      organisationName: subject.name,
    })
  const author = submission.application?.developer ?? (await findAuthor(transaction, actor))
  await mail(await findReviewers(transaction, subject.id), 'submission-received', {
    ...mailedName(subject),
    link: reviewLink(submission.id),
    developerEmail: author.email,
    developerName: author.displayName || undefined,
    resubmitted: submission.version > 0 || submission.number > 1,
    dueAt: promisedBy,
    timeZone,
  })
}

function findAuthor(transaction: Transaction, { id }: Actor) {
  return transaction.developer.findUniqueOrThrow({ where: { id: id ?? '' } })
}
