import { applicationLink } from '@/lib/applications/commands'
import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { destroyCredentials, lockSecrets, revokeSecrets } from '@/lib/credentials/commands'
import { decryptSecret } from '@/lib/credentials/stored-secret'
import { database, type Transaction } from '@/lib/database'
import { type LockedSubmission, lockSubmission } from '@/lib/documents/locked-submission'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { addBusinessMinutes, minutesPerBusinessDay } from './business-hours'
import { findReviewers, reviewLink } from './recipients'
import { applicationOf } from './submission-subject'

/** The step that failed, and the HTTP status it got instead of the expected one. */
export type ProofProblem = `${'token' | 'account'}:${number | 'unreachable'}`

/** An approval without a proof this long after the decision becomes void. */
const proofMinutes = 15
/** Between two attempts. */
const retrySeconds = 20

/**
 * The credentials of an application that waits for its proof; null if it no longer does.
 * @param submissionId the approved submission
 */
export async function findProof(
  submissionId: string,
): Promise<{ clientId: string; clientSecret: string } | null> {
  const submission = await database().submission.findFirst({
    where: { id: submissionId, state: 'approved', application: { state: 'activating' } },
    include: {
      application: {
        include: {
          // An approval of the previous version has no separate secret for the proof.
          secrets: { where: { revokedAt: null, retiresAt: null }, orderBy: { proof: 'desc' }, take: 1 },
        },
      },
    },
  })
  const secret = submission?.application?.secrets[0]
  if (!submission?.application || !secret) return null
  return { clientId: submission.application.clientId, clientSecret: decryptSecret(secret) }
}

/** The approved submissions without an attempt for a minute: their job was lost with a worker. */
export async function findSilentProofs(): Promise<string[]> {
  const silent = secondsFromNow(-60)
  const found = await database().submission.findMany({
    where: {
      state: 'approved',
      revision: false,
      application: { state: 'activating' },
      decidedAt: { lt: silent },
      OR: [{ proofTriedAt: null }, { proofTriedAt: { lt: silent } }],
    },
    select: { id: true },
    take: 100,
  })
  return found.map(({ id }) => id)
}

/**
 * Records a successful proof: its secret is destroyed, the application becomes `active`, and its team is
 * mailed. False if none was pending.
 */
export async function recordProofSuccess(submissionId: string): Promise<boolean> {
  return database().$transaction(async (transaction) => {
    await lockSecretsOf(transaction, submissionId)
    const submission = await lockSubmission(transaction, submissionId)
    if (submission?.state !== 'approved') return false
    const application = applicationOf(submission)
    const move = { from: 'activating', to: 'active', actor: systemActor, submissionId } as const
    if (!(await moveApplication(transaction, { applicationId: application.id, ...move }))) return false
    await revokeSecrets(transaction, { applicationId: application.id, proof: true })
    await noteAttempt(transaction, submission, null)
    const { PRODUCTION_AUTH_URL, PRODUCTION_BASE_URL } = getSettings()
    const props = {
      applicationName: application.name,
      clientId: application.clientId,
      authUrl: PRODUCTION_AUTH_URL,
      baseUrl: PRODUCTION_BASE_URL,
      link: applicationLink(application.id),
    }
    const recipients = await listRecipients(transaction, application.id, 'documents')
    await queueMail(transaction, recipients, 'validation-approved', props)
    await audit(transaction, submission, 'approval.proven')
    return true
  })
}

/**
 * Records a failed attempt. It is tried again soon, until {@link proofMinutes} after the decision. Then the approval is
 * void, its credentials are destroyed, the submission is back in the queue, and the reviewers get a mail.
 * @param problem shown to the developer and the reviewers
 */
export async function recordProofFailure(
  submissionId: string,
  problem: ProofProblem,
): Promise<'retry' | 'given_up' | 'nothing_waits'> {
  return database().$transaction(async (transaction) => {
    await lockSecretsOf(transaction, submissionId)
    const submission = await lockSubmission(transaction, submissionId)
    if (submission?.state !== 'approved' || submission.application?.state !== 'activating')
      return 'nothing_waits'
    await noteAttempt(transaction, submission, problem)
    const end = (submission.decidedAt ?? submission.openedAt).getTime() + proofMinutes * 60_000
    if (now().getTime() < end) {
      await enqueueProof(transaction, submissionId, secondsFromNow(retrySeconds))
      return 'retry'
    }
    await takeBack(transaction, submission, problem)
    await audit(transaction, submission, 'approval.proof_failed')
    return 'given_up'
  })
}

/** Queues the proof of an approval, replacing a queued one. */
export async function enqueueProof(transaction: Transaction, submissionId: string, at: Date): Promise<void> {
  const payload = JSON.stringify({ submissionId })
  await transaction.$executeRaw`
    SELECT enqueue_job('prove-approval', ${payload}::jsonb, ${at}::timestamptz, ${`prove:${submissionId}`})`
}

/** Before the application is locked: the gateway locks a secret first, then its application. */
async function lockSecretsOf(transaction: Transaction, submissionId: string): Promise<void> {
  const where = { id: submissionId }
  const found = await transaction.submission.findUnique({ where, select: { applicationId: true } })
  if (found?.applicationId) await lockSecrets(transaction, found.applicationId)
}

async function noteAttempt(transaction: Transaction, { id }: LockedSubmission, problem: ProofProblem | null) {
  await transaction.submission.update({
    where: { id },
    data: { proofAttempts: { increment: 1 }, proofError: problem, proofTriedAt: now() },
  })
}

async function takeBack(
  transaction: Transaction,
  submission: LockedSubmission,
  problem: ProofProblem,
): Promise<void> {
  const { id: submissionId, version } = submission
  const application = applicationOf(submission)
  await destroyCredentials(transaction, application.id)
  const move = { from: 'activating', to: 'in_validation', actor: systemActor, submissionId } as const
  await moveApplication(transaction, { applicationId: application.id, ...move, reason: problem })
  await transaction.decision.updateMany({
    where: { submissionId, submissionVersion: version, outcome: 'approved', voidedAt: null },
    data: { voidedAt: now() },
  })
  const dueAt = addBusinessMinutes(now(), minutesPerBusinessDay() / 2)
  await transaction.submission.update({
    where: { id: submissionId },
    data: { state: 'in_validation', decidedAt: null, dueAt },
  })
  await queueMail(transaction, await findReviewers(transaction, application.id), 'operator-alert', {
    alert: 'proof_failed',
    applicationName: application.name,
    detail: problem,
    link: reviewLink(submissionId),
  })
}

async function audit(
  transaction: Transaction,
  { id, applicationId, version }: LockedSubmission,
  action: AuditAction,
) {
  await recordAudit(transaction, systemActor, action, { type: 'submission', id }, { applicationId, version })
}
