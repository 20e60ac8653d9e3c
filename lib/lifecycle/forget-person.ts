import { lockSecrets } from '@/lib/credentials/commands'
import type { Transaction } from '@/lib/database'

/**
 * `emails`: addresses that were proven to be theirs and are not another account's now, the current one included;
 * `networks`: addresses they signed in from.
 */
export type KnownAddresses = { emails: string[]; networks: string[] }

/** Reads what rows say of a person's addresses, before any of it is deleted. */
export async function findAddresses(transaction: Transaction, developerId: string): Promise<KnownAddresses> {
  const [found] = await transaction.$queryRaw<KnownAddresses[]>`
    SELECT
      ARRAY(
        SELECT email FROM (
          SELECT email FROM developer WHERE id = ${developerId}::uuid
          UNION SELECT new_email FROM email_link WHERE developer_id = ${developerId}::uuid
            AND (purpose = 'email_undo' OR purpose = 'email_change' AND used_at IS NOT NULL)
          UNION SELECT a.value FROM audit_entry e JOIN audit_address a USING (sequence)
          WHERE e.subject_type = 'developer' AND e.subject_id = ${developerId} AND a.name IN ('from', 'to')
            AND e.action IN ('developer.email_changed', 'developer.email_change_undone')) proven
        WHERE email <> '' AND NOT EXISTS (
          SELECT FROM developer other WHERE other.email = proven.email AND other.id <> ${developerId}::uuid)
      ) AS emails,
      ARRAY(
        SELECT address FROM session WHERE developer_id = ${developerId}::uuid AND address <> ''
        UNION SELECT a.value FROM audit_entry e JOIN audit_address a USING (sequence)
        WHERE e.actor_id = ${developerId}::uuid AND a.name = 'address'
      ) AS networks`
  return found ?? { emails: [], networks: [] }
}

/**
 * Deletes a person's addresses from what continues without them: their sessions, their e-mails, and last uses
 * and calls of applications whose team they were on, from where they signed in. Queued e-mails are still
 * sent, and lose their address then (lib/mail/delivery.ts). Call it before applications are locked, as it
 * locks their secrets.
 */
export async function forgetPlaces(
  transaction: Transaction,
  developerId: string,
  { emails, networks }: KnownAddresses,
): Promise<void> {
  const cleared = { userAgent: '', address: '', name: '' }
  await transaction.session.updateMany({ where: { developerId }, data: cleared })
  await transaction.membershipInvitation.deleteMany({ where: { email: { in: emails } } })
  await transaction.mailMessage.updateMany({
    where: {
      OR: [{ developerId }, { developerId: null, toAddress: { in: emails } }],
      status: { not: 'queued' },
    },
    data: { toAddress: '', lastError: null, propsCiphertext: null },
  })
  const participants = { some: { developerId } }
  const teams = await transaction.application.findMany({
    where: { OR: [{ participants }, { organisation: { participants } }] },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  for (const { id: applicationId } of teams) {
    await lockSecrets(transaction, applicationId)
    await transaction.clientSecret.updateMany({
      where: { applicationId, lastUsedAddress: { in: networks } },
      data: { lastUsedAddress: null },
    })
    await transaction.clientKey.updateMany({
      where: { applicationId, lastUsedAddress: { in: networks } },
      data: { lastUsedAddress: null },
    })
    await transaction.requestLogEntry.updateMany({
      where: { applicationId, address: { in: networks } },
      data: { address: '' },
    })
  }
}
