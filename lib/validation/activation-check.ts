import { z } from 'zod'
import { applicationLink } from '@/lib/applications/commands'
import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import { systemActor } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Mail } from '@/lib/commands/command'
import { destroyCredentials, lockSecrets, revokeSecrets } from '@/lib/credentials/commands'
import { decryptSecret } from '@/lib/credentials/stored-secret'
import { database, type Transaction } from '@/lib/database'
import { type LockedSubmission, lockSubmission, submission } from '@/lib/documents/locked-submission'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { addBusinessMinutes, minutesPerBusinessDay } from './business-hours'
import { findReviewers, reviewLink } from './recipients'
import { applicationOf } from './submission-subject'

/** The step that failed, and the HTTP status it got instead of the expected one. */
export type ProofProblem = `${'token' | 'account'}:${number | 'unreachable'}`

/** An approval without an activation this long after the decision becomes void. */
const activationMinutes = 15
/** Between two attempts. */
const retrySeconds = 20

/**
 * The credentials of an application that waits for its activation check; null if it no longer does.
 * @param submissionId the approved submission
 */
export async function findActivationCheck(
  submissionId: string,
): Promise<{ clientId: string; clientSecret: string } | null> {
  const submission = await database().submission.findFirst({
    where: { id: submissionId, state: 'approved', application: { state: 'activating' } },
    include: {
      application: {
        include: {
          // An approval of the previous version has no separate secret for the check.
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

/** The gateway locks a secret first, then its application. */
const proven = {
  on: submission,
  right: 'system',
  async lock(transaction: Transaction, id: string) {
    const found = await transaction.submission.findUnique({ where: { id }, select: { applicationId: true } })
    if (found?.applicationId) await lockSecrets(transaction, found.applicationId)
    await lockSubmission(transaction, id)
  },
} as const

/**
 * Records a successful check: its secret is destroyed, the application becomes `active`, and its team is mailed.
 * @returns refused `not_waiting` if none was pending
 */
export const recordActivation = command({
  ...proven,
  notifies: 'team',
  audit: 'approval.proven',
  async run({ transaction, submission, mail, record }) {
    if (submission.state !== 'approved') return refused('not_waiting')
    const { id: submissionId, version } = submission
    const { id: applicationId, name: applicationName, clientId } = applicationOf(submission)
    const move = { from: 'activating', to: 'active', actor: systemActor, submissionId } as const
    if (!(await moveApplication(transaction, { applicationId, ...move }))) return refused('not_waiting')
    await revokeSecrets(transaction, { applicationId, proof: true })
    await noteAttempt(transaction, submission, null)
    const { PRODUCTION_AUTH_URL: authUrl, PRODUCTION_BASE_URL: baseUrl } = getSettings()
    const props = { applicationName, clientId, authUrl, baseUrl, link: applicationLink(applicationId) }
    await mail(await listRecipients(transaction, applicationId, 'documents'), 'validation-approved', props)
    record({ type: 'submission', id: submissionId }, { applicationId, version })
    return done(undefined)
  },
})

/**
 * Records a failed attempt. It is tried again soon, until {@link activationMinutes} after the decision. Then the
 * approval is void, its credentials are destroyed, the submission is back in the queue, and the reviewers get a mail.
 * The problem is shown to the developer and the reviewers.
 * @returns refused `not_waiting` if none was pending
 */
export const recordFailedActivation = command({
  ...proven,
  notifies: 'reviewers',
  input: z.object({ problem: z.custom<ProofProblem>() }),
  audit: 'approval.proof_failed',
  async run({ transaction, submission, input: { problem }, mail, record }) {
    if (submission.state !== 'approved' || submission.application?.state !== 'activating')
      return refused('not_waiting')
    await noteAttempt(transaction, submission, problem)
    const { id, applicationId, version } = submission
    const end = (submission.decidedAt ?? submission.openedAt).getTime() + activationMinutes * 60_000
    if (now().getTime() < end) {
      await enqueueActivationCheck(transaction, id, secondsFromNow(retrySeconds))
      return done('retry')
    }
    await takeBack(transaction, submission, problem, mail)
    record({ type: 'submission', id }, { applicationId, version })
    return done('given_up')
  },
})

/** Queues the activation check of an approval, replacing a queued one. */
export async function enqueueActivationCheck(
  transaction: Transaction,
  submissionId: string,
  at: Date,
): Promise<void> {
  const payload = JSON.stringify({ submissionId })
  await transaction.$executeRaw`
    SELECT enqueue_job('prove-approval', ${payload}::jsonb, ${at}::timestamptz, ${`prove:${submissionId}`})`
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
  mail: Mail,
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
  await mail(await findReviewers(transaction, application.id), 'operator-alert', {
    alert: 'proof_failed',
    applicationName: application.name,
    detail: problem,
    link: reviewLink(submissionId),
  })
}
