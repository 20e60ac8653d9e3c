import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { workOnEach } from '@/lib/background'
import { database } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { revokeSecrets } from './commands'

/** The next run takes the rest. */
const perRun = 500

/**
 * Ends the secrets whose overlap is over, each in its own transaction. They have not worked since; now their ciphertext
 * is deleted, and their applications get the event. Of several workers, one ends each.
 */
export async function retireSecrets(signal?: AbortSignal): Promise<void> {
  const due = await database().$queryRaw<{ id: string }[]>`
    SELECT id FROM client_secret WHERE revoked_at IS NULL AND retires_at <= now() ORDER BY retires_at LIMIT ${perRun}`
  await workOnEach(due, retire, signal)
}

async function retire({ id: secretId }: { id: string }): Promise<void> {
  await database().$transaction(async (transaction) => {
    const [secret] = await transaction.$queryRaw<{ applicationId: string }[]>`
      SELECT application_id AS "applicationId" FROM client_secret
      WHERE id = ${secretId}::uuid AND revoked_at IS NULL AND retires_at <= now() FOR UPDATE SKIP LOCKED`
    if (!secret) return
    const { applicationId } = secret
    await revokeSecrets(transaction, { applicationId, id: secretId })
    await recordEvent(transaction, 'secret.retired', { applicationId, secretId }, applicationId)
    const subject = { type: 'client_secret', id: secretId } as const
    await recordAudit(transaction, systemActor, 'secret.ended', subject, { applicationId })
  })
}
