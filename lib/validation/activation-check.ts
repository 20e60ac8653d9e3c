import { z } from 'zod'
import { applicationLink } from '@/lib/applications/commands'
import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import { systemActor } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Mail } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { decryptSecret, destroyCredentials, lockSecrets, revokeSecrets } from '@/lib/credentials/commands'
import { database, type Transaction } from '@/lib/database'
import { type LockedSubmission, lockSubmission, submission } from '@/lib/documents/locked-submission'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { senderHeaders } from '@/lib/sender'
import { traceHeaders } from '@/lib/tracing'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { addBusinessMinutes, minutesPerBusinessDay } from './business-hours'
import { findReviewers, reviewLink } from './recipients'
import { applicationOf } from './submission-subject'

/** The step that failed, and the HTTP status it got instead of the expected one. */
export type ProofProblem = `${'token' | 'account'}:${number | 'unreachable'}`

/** An approval without an activation this long after the decision becomes void. */
const activationMinutes = 15
/** Between two attempts. */
const retrySeconds = 20

const timeoutMs = 10_000

const payloadSchema = z.object({ submissionId: z.guid() })

/**
 * Proves an approval from outside: requests a token at the public Production URL, then the reserved msisdn, for which a
 * 404 is expected. Until that succeeds the application stays `activating`.
 */
export async function checkActivation(payload: unknown): Promise<void> {
  const { submissionId } = payloadSchema.parse(payload)
  const credentials = await findActivationCheck(submissionId)
  if (!credentials) return
  const problem = await tryCredentials(credentials)
  const request = { actor: systemActor, target: submissionId }
  if (problem) await execute(recordFailedActivation, { ...request, input: { problem } })
  else await execute(recordActivation, request)
}

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

async function tryCredentials(credentials: {
  clientId: string
  clientSecret: string
}): Promise<ProofProblem | null> {
  const token = await obtainToken(credentials)
  if (typeof token !== 'string') return `token:${token.problem}`
  const answer = await call(`/api/eWallet/v1/account?msisdn=${reservedMsisdn}`, 'PRODUCTION_BASE_URL', {
    headers: { Authorization: `Bearer ${token}` },
  })
  if (!answer) return 'account:unreachable'
  const expected = answer.status === 404 && answer.body.code === 'account_not_found'
  return expected ? null : `account:${answer.status}`
}

async function obtainToken({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await call('/oauth/token', 'PRODUCTION_AUTH_URL', { method: 'POST', body })
  if (!answer) return { problem: 'unreachable' } as const
  const token = answer.body.access_token
  return answer.status === 200 && typeof token === 'string' ? token : { problem: answer.status }
}

/** One request to a public URL, as a program would send it; null if there was no response in time. */
async function call(path: string, address: 'PRODUCTION_AUTH_URL' | 'PRODUCTION_BASE_URL', init: RequestInit) {
  try {
    const response = await fetch(`${getSettings()[address]}${path}`, {
      ...init,
      headers: { ...senderHeaders('approval'), ...init.headers, ...traceHeaders() },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { status: response.status, body }
  } catch {
    return null
  }
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

/** Queues the checks again whose job was lost when a worker was killed. Run every minute. */
export async function resumeActivationChecks(): Promise<void> {
  const lost = await findSilentProofs()
  await database().$transaction(async (transaction) => {
    for (const submissionId of lost) await enqueueActivationCheck(transaction, submissionId, now())
  })
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
