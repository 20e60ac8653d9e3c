import { listRecipients } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'

/** Disables an endpoint inside the caller's transaction, and mails the owners of its application; once. */
export async function disableEndpoint(
  transaction: Transaction,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  const [endpoint] = await transaction.webhookEndpoint.updateManyAndReturn({
    where: { id: endpointId, disabledAt: null },
    data: { disabledAt: now(), disabledReason: reason },
    select: { applicationId: true, url: true },
  })
  if (!endpoint) return
  const { applicationId, url } = endpoint
  const {
    name: applicationName,
    environment,
    state,
  } = await transaction.application.findUniqueOrThrow({
    where: { id: applicationId },
  })
  const { host } = new URL(url)
  const link = `${getSettings().PORTAL_URL}/applications/${applicationId}/webhooks`
  const recipients = state === 'deleted' ? [] : await listRecipients(transaction, applicationId, 'webhooks')
  for (const recipient of recipients)
    await queueMail(transaction, recipient, 'webhook-disabled', {
      applicationName,
      environment,
      host,
      cause: reason,
      link,
    })
  const subject = { type: 'webhook_endpoint', id: endpointId } as const
  await recordAudit(transaction, systemActor, 'webhook.disabled', subject, { applicationId, host, reason })
}
