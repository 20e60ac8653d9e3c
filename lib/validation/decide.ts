import { Prisma } from '@/generated/prisma/client'
import type { DecisionOutcome } from '@/generated/prisma/enums'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { isInReview, outcomeStates } from '@/lib/applications/states'
import { subjectIdOf } from '@/lib/applications/subject'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command, type Mail } from '@/lib/commands/command'
import { confusableKey } from '@/lib/confusables'
import { issueSecret } from '@/lib/credentials/commands'
import type { Transaction } from '@/lib/database'
import { type LockedSubmission, sentSubmission } from '@/lib/documents/locked-submission'
import { newId } from '@/lib/ids'
import { withKey } from '@/lib/organisations/registration-key'
import { readProposed } from '@/lib/organisations/schema'
import { done, refused } from '@/lib/result'
import { localised } from '@/lib/translations'
import { setAccess } from './account-access'
import { countApproval, describeAccess, keepAccess } from './approvals'
import { listUnjudged } from './checklist'
import { applicantLink } from './recipients'
import { type DecisionInput, decisionSchema, type Ticks, type Verdict } from './schema'
import { moveSubject, subjectDetail, subjectOf } from './submission-subject'
import { pauseSla } from './submit'

type Refusal =
  | 'not_found'
  | 'already_decided'
  | 'withdrawn'
  | 'replacements_asked'
  | 'access_missing'
  | 'organisation_suspended'

/**
 * A reviewer's decision on the version of an application or an organisation that they have read. If two reviewers
 * decide at the same time, the first succeeds and the second is refused. An approval creates the credentials and sets
 * `activating`; the worker then checks it (see `activation-check.ts`). If two approvals are required, the first is only
 * recorded, and the second has to be for the same accounts (see `approvals.ts`). No one decides on an application
 * that they have an interest in: `own_application` for anyone who is or was on its team. Who is only invited to it
 * decides, which declines the invitation. `organisation_suspended`: an administrator reinstates it first.
 * `registered_already`: another verified organisation has the same country and registration number.
 * @returns `outcome`, or `first_approval` when another person must approve too; nothing for a missing reason: the
 *   schema and a constraint of the database check that
 */
export const decideSubmission = command({
  on: sentSubmission,
  right: 'reviewer',
  confirm: 'always',
  notifies: 'team',
  input: decisionSchema,
  audit: [
    'submission.approved',
    'submission.changes_requested',
    'submission.rejected',
    'application.invitation_declined',
    'organisation.invitation_declined',
  ],
  version: ({ submission }) => submission.version,
  async run({ transaction, submission, actor, input, mail, record }) {
    const { outcome, access } = input
    const subjectId = subjectIdOf(submission)
    const reviewerId = actor.id ?? ''
    if (await hasInterest(subjectId, reviewerId, transaction)) return refused('own_application')
    const refusal = findRefusal(submission, input)
    if (refusal) return refused(refusal)
    const requirements = outcome === 'approved' ? listUnjudged(submission, input.verdicts) : []
    if (requirements.length > 0) return { ...refused('verdicts_missing'), requirements }
    if (outcome === 'approved' && (await isAnotherVerified(transaction, submission)))
      return refused('registered_already')
    const approval =
      outcome === 'approved' ? await countApproval(transaction, submission, reviewerId, access) : 'final'
    if (approval !== 'final' && approval !== 'first') return refused(approval)
    const final = approval === 'final'
    await recordDecision(transaction, submission, input, reviewerId, final)
    if (submission.application) await keepAccess(transaction, submission, { reviewerId, access, final })
    if (final) await carryOut[outcome](transaction, submission, input, actor)
    else await release(transaction, submission.id)
    if (final) await mailDecision(transaction, submission, input, mail)
    await declineInvitations(transaction, subjectId, actor, record)
    const { id, version, documents, application } = submission
    const detail = {
      ...subjectDetail(submission),
      version,
      final,
      documents: documents.map((document) => document.id),
      ...(outcome === 'approved' && application ? describeAccess(id, access) : {}),
    }
    record({ type: 'submission', id }, detail, `submission.${outcome}`)
    return done(final ? outcome : 'first_approval')
  },
})

function findRefusal(
  submission: LockedSubmission,
  { outcome, verdicts, access }: DecisionInput,
): Refusal | null {
  if (submission.state === 'withdrawn') return 'not_found'
  if (submission.state === 'draft') return 'withdrawn'
  if (!isInReview(submission.state)) return 'already_decided'
  if (submission.organisation?.state === 'suspended') return 'organisation_suspended'
  if (outcome !== 'approved') return null
  if (verdicts.some(({ verdict }) => verdict === 'replace')) return 'replacements_asked'
  // Before its first approval an application has access to every account by default, which no one has granted.
  if (access === 'unchanged' && !submission.revision && submission.application) return 'access_missing'
  return null
}

async function recordDecision(
  transaction: Transaction,
  submission: LockedSubmission,
  { outcome, reason, verdicts, ticks = {} }: DecisionInput,
  reviewerId: string,
  final: boolean,
): Promise<void> {
  for (const { requirementId, verdict, reason: why } of verdictsOf(submission, outcome, verdicts))
    await transaction.submissionRequirement.updateMany({
      where: { submissionId: submission.id, requirementId },
      data: { verdict, verdictReason: verdict === 'replace' ? why : null },
    })
  await transaction.decision.create({
    data: {
      id: newId(),
      submissionId: submission.id,
      submissionVersion: submission.version,
      reviewerId,
      outcome,
      reason: reason || null,
      documentIds: submission.documents.map(({ id }) => id),
      decidedAt: now(),
      final,
      checklist: keepKnown(submission, ticks),
    },
  })
}

/** Only lines that the submission's checklists have. */
function keepKnown({ requirements }: LockedSubmission, ticks: Ticks): Ticks {
  const known = requirements.map(({ requirementId, checklistEn }) => {
    const ticked = (ticks[requirementId] ?? []).filter((position) => checklistEn[position] !== undefined)
    return [requirementId, [...new Set(ticked)].sort((a, b) => a - b)] as const
  })
  return Object.fromEntries(known.filter(([, ticked]) => ticked.length > 0))
}

/** An approval accepts every document, including optional ones that the reviewer did not mark. */
function verdictsOf({ documents }: LockedSubmission, outcome: DecisionOutcome, given: Verdict[]): Verdict[] {
  if (outcome !== 'approved') return given
  return documents.map(({ requirementId }) => ({ requirementId, verdict: 'accepted', reason: null }))
}

type CarryOut = (
  transaction: Transaction,
  submission: LockedSubmission,
  input: DecisionInput,
  reviewer: Actor,
) => Promise<void>

const carryOut: Record<DecisionOutcome, CarryOut> = {
  async approved(transaction, submission, { access }, reviewer) {
    const { id, application, revision } = submission
    const closing = { assigneeId: null, assignedUntil: null, dueAt: submission.dueAt, decidedAt: now() }
    await transaction.submission.update({ where: { id }, data: { state: 'approved', ...closing } })
    if (!application) {
      await acceptRecord(transaction, submission)
      return move(transaction, submission, 'approve', reviewer)
    }
    if (access !== 'unchanged') await setAccess(transaction, application.id, access)
    if (revision) return
    const approved = { approvedNetworks: submission.networks }
    await transaction.application.update({ where: { id: application.id }, data: approved })
    if (application.clientAuthentication === 'client_secret') await issueSecret(transaction, application)
    await issueSecret(transaction, application, { proof: true })
    await move(transaction, submission, 'approve', reviewer)
    await transaction.$executeRaw`
      SELECT enqueue_job('prove-approval', ${JSON.stringify({ submissionId: id })}::jsonb, NULL, ${`prove:${id}`})`
  },
  async changes_requested(transaction, submission, { reason }, reviewer) {
    const { id } = submission
    const closing = { assigneeId: null, assignedUntil: null, decidedAt: now(), ...pauseSla(submission) }
    await transaction.submission.update({ where: { id }, data: { state: 'changes_requested', ...closing } })
    await move(transaction, submission, 'request_changes', reviewer, reason)
  },
  async rejected(transaction, submission, { reason }, reviewer) {
    const { id } = submission
    const closing = { assigneeId: null, assignedUntil: null, decidedAt: now() }
    await transaction.submission.update({ where: { id }, data: { state: 'rejected', ...closing } })
    await move(transaction, submission, 'reject', reviewer, reason)
  },
}

async function move(
  transaction: Transaction,
  submission: LockedSubmission,
  action: 'approve' | 'request_changes' | 'reject',
  actor: Actor,
  reason?: string,
): Promise<void> {
  if (submission.revision) return
  const { id: submissionId } = submission
  const moved = await moveSubject(transaction, submission, action, actor, { submissionId, reason })
  // The submission and its subject are locked and change state together: anything else is a bug, and rolls back.
  if (!moved) throw new Error(`the subject of submission ${submissionId} cannot ${action}`)
}

async function release(transaction: Transaction, id: string): Promise<void> {
  await transaction.submission.update({ where: { id }, data: { assigneeId: null, assignedUntil: null } })
}

/**
 * Whether another verified organisation has the country and registration number that this approval would put
 * in force, or one that looks like it. Indexes refuse it too: `organisation_verified_key` and
 * `organisation_verified_look_alike_key`.
 */
async function isAnotherVerified(
  transaction: Transaction,
  { organisation }: LockedSubmission,
): Promise<boolean> {
  if (!organisation) return false
  const { country, registrationNumber } = { ...organisation, ...readProposed(organisation.proposed) }
  // Two that are approved at the same moment take turns, as neither is in the index yet.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('organisation_verified'))`
  const key = confusableKey(registrationNumber)
  const others = await transaction.organisation.findMany({
    where: {
      id: { not: organisation.id },
      country,
      verifiedAt: { not: null },
      state: { not: 'closed' },
      // Those without a key are as earlier versions wrote them.
      OR: [{ registrationKey: key }, { registrationKey: null }],
    },
    select: { registrationNumber: true },
  })
  return others.some((other) => confusableKey(other.registrationNumber) === key)
}

/** Puts what was proposed in force, as reviewers have accepted it. */
async function acceptRecord(transaction: Transaction, { organisation }: LockedSubmission): Promise<void> {
  if (!organisation?.proposed) return
  await transaction.organisation.update({
    where: { id: organisation.id },
    data: { ...withKey(readProposed(organisation.proposed)), proposed: Prisma.DbNull },
  })
}

type Decision = { outcome: DecisionOutcome; reason: string; verdicts: Verdict[] }

/**
 * Mails a decision to everyone who can send documents, with the reason as the reviewer wrote it. Approvals are mailed
 * here for organisations and revisions; other approvals of applications are mailed after their activation check.
 */
async function mailDecision(
  transaction: Transaction,
  submission: LockedSubmission,
  { outcome, reason, verdicts }: Decision,
  mail: Mail,
): Promise<void> {
  const { revision } = submission
  const subject = subjectOf(submission)
  if (outcome === 'approved' && !revision && subject.type === 'application') return
  const link = applicantLink(subject)
  const recipients = await listRecipients(transaction, subject.id, 'documents')
  const documents = (locale: string) => replacements(submission, verdicts, locale)
  if (subject.type === 'organisation')
    await mail(recipients, 'organisation-decided', (locale) => ({
      organisationName: subject.name,
      link,
      outcome: outcome === 'approved' ? 'verified' : outcome,
      revision,
      reason: reason || undefined,
      documents: documents(locale),
    }))
  else
    await mail(recipients, outcomeStates[outcome].mail, (locale) => ({
      applicationName: subject.name,
      link,
      revision,
      reason,
      ...(outcome === 'changes_requested' && { documents: documents(locale) }),
    }))
}

function replacements({ requirements }: LockedSubmission, verdicts: Verdict[], locale: string) {
  return verdicts.flatMap(({ requirementId, verdict, reason }) => {
    const requirement = requirements.find((each) => each.requirementId === requirementId)
    if (!requirement || verdict !== 'replace' || !reason) return []
    return [{ name: localised(requirement, 'name', locale), reason }]
  })
}
