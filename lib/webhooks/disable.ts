import { listRecipients } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { listAdministrators } from '@/lib/identity/administrators'
import { queueMail } from '@/lib/mail/commands'

/**
 * An endpoint is disabled after so many days in which every attempt failed: `recordAttempt` in `./delivery`
 * decides.
 */
export const failingDays = 5

/**
 * Disables an endpoint inside the caller's transaction, and mails the owners of its application, or the
 * administrators; once.
 */
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
  const { host } = new URL(url)
  const { recipients, ...about } = await describePlace(transaction, applicationId)
  const props = { ...about, host, cause: reason }
  await queueMail(transaction, recipients, 'webhook-disabled', props)
  const subject = { type: 'webhook_endpoint', id: endpointId } as const
  const detail = { ...placeOf(applicationId), host, reason }
  await recordAudit(transaction, systemActor, 'webhook.disabled', subject, detail)
}

/** The owner of an endpoint in audit entries. */
export function placeOf(applicationId: string | null): { applicationId: string } | { of: 'audit_log' } {
  return applicationId === null ? { of: 'audit_log' } : { applicationId }
}

/** Where an endpoint is, and who is mailed about it: the owners, or the administrators. */
export async function describePlace(transaction: Transaction, applicationId: string | null) {
  const portal = getSettings().PORTAL_URL
  if (applicationId === null)
    return { link: `${portal}/administration/webhooks`, recipients: await listAdministrators(transaction) }
  const application = await transaction.application.findUniqueOrThrow({ where: { id: applicationId } })
  const { name: applicationName, environment, state } = application
  const recipients = state === 'deleted' ? [] : await listRecipients(transaction, applicationId, 'webhooks')
  return {
    applicationName,
    environment,
    link: `${portal}/applications/${applicationId}/webhooks`,
    recipients,
  }
}
