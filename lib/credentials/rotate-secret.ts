import type { Application } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { lockApplicationFor } from '@/lib/applications/lock'
import { listRecipients } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { endTokens, issueSecret, lockSecrets, revokeSecrets, statesWithSecret } from './commands'
import { workingSecrets } from './queries'
import type { Rotation } from './schema'

/**
 * Gives an application a new secret. Without overlap every previous secret and the live tokens end immediately; with
 * overlap the previous one keeps working until its end, and its owner may end it earlier.
 * @param rotation.overlap hours
 * @returns the id of the new secret; refused `not_found` (not an owner's, unknown, deleted), `no_secret` (no secret may
 *   be shown yet), `already_rotated` (the form was sent twice, or another rotation was faster), `still_retiring` (an
 *   earlier one is still retiring: at most two work at the same time)
 */
export async function rotateSecret(
  applicationId: string,
  { secretId, overlap }: Rotation,
  owner: Owner,
): Promise<Result<string, 'not_found' | 'no_secret' | 'already_rotated' | 'still_retiring'>> {
  return database().$transaction(async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'secrets', applicationId, lockSecrets)
    if (!application) return refused('not_found')
    if (!statesWithSecret.includes(application.state)) return refused('no_secret')
    const working = await workingSecrets(transaction, applicationId)
    if (working.find(({ retiresAt }) => !retiresAt)?.id !== secretId) return refused('already_rotated')
    if (overlap > 0 && working.length > 1) return refused('still_retiring')

    const retiresAt = overlap > 0 ? secondsFromNow(overlap * 3600) : null
    if (retiresAt) await transaction.clientSecret.update({ where: { id: secretId }, data: { retiresAt } })
    else await revokeSecrets(transaction, { applicationId })
    const newSecretId = await issueSecret(transaction, application)
    if (!retiresAt) await endTokens(transaction, applicationId)
    await mailRotation(transaction, application, retiresAt)
    await recordRotation(transaction, applicationId, { newSecretId, secretId, retiresAt })
    const subject = { type: 'client_secret', id: newSecretId } as const
    const detail = { applicationId, formerSecretId: secretId, overlapHours: overlap }
    await recordAudit(transaction, owner, 'secret.rotated', subject, detail)
    return done(newSecretId)
  })
}

/**
 * Ends a retiring secret now, with the live tokens of its application, as anyone who has it may have those too.
 * @returns refused `not_found` (another's application, or no such secret there), `not_retiring` (rotate the current one
 *   instead)
 */
export async function endSecret(
  applicationId: string,
  secretId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'not_retiring'>> {
  return database().$transaction(async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'secrets', applicationId, lockSecrets)
    if (!application) return refused('not_found')
    const secret = (await workingSecrets(transaction, applicationId)).find(({ id }) => id === secretId)
    if (!secret) return refused('not_found')
    if (!secret.retiresAt) return refused('not_retiring')
    await revokeSecrets(transaction, { applicationId, id: secretId })
    await endTokens(transaction, applicationId)
    await recordEvent(transaction, 'secret.retired', { applicationId, secretId }, applicationId)
    const subject = { type: 'client_secret', id: secretId } as const
    await recordAudit(transaction, owner, 'secret.ended', subject, { applicationId })
    return done(undefined)
  })
}

async function recordRotation(
  transaction: Transaction,
  applicationId: string,
  rotation: { newSecretId: string; secretId: string; retiresAt: Date | null },
): Promise<void> {
  const { newSecretId: secretId, secretId: previousSecretId, retiresAt } = rotation
  const data = {
    applicationId,
    secretId,
    previousSecretId,
    previousSecretValidUntil: retiresAt?.toISOString() ?? null,
  }
  await recordEvent(transaction, 'secret.rotated', data, applicationId)
  if (!retiresAt)
    await recordEvent(
      transaction,
      'secret.retired',
      { applicationId, secretId: previousSecretId },
      applicationId,
    )
}

async function mailRotation(transaction: Transaction, application: Application, retiresAt: Date | null) {
  const props = {
    applicationName: application.name,
    environment: application.environment,
    link: applicationLink(application.id),
    previousValidUntil: retiresAt?.toISOString(),
  }
  const owners = await listRecipients(transaction, application.id, 'secrets')
  await queueMail(transaction, owners, 'secret-rotated', props)
}
