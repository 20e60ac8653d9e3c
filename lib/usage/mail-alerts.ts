import { workOnEach } from '@/lib/background'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail, type Recipient } from '@/lib/mail/commands'

type Alert = { id: string; kind: string; detail: unknown; applicationId: string }

const batchSize = 50

/** Mails every administrator the alerts that gateways raised, once each. @returns how many alerts there were */
export async function mailAlerts(): Promise<number> {
  const alerts = await database().operatorAlert.findMany({
    where: { handledAt: null },
    orderBy: { createdAt: 'asc' },
    take: batchSize,
  })
  await workOnEach(alerts, (alert) => database().$transaction((transaction) => notify(transaction, alert)))
  return alerts.length
}

/** If two workers read the same alert, the one that marks it sends the mails. */
async function notify(transaction: Transaction, alert: Alert): Promise<void> {
  const where = { id: alert.id, handledAt: null }
  const { count } = await transaction.operatorAlert.updateMany({ where, data: { handledAt: now() } })
  if (count === 0) return
  const application = await transaction.application.findUnique({
    where: { id: alert.applicationId },
    select: { name: true },
  })
  const detail = Object.entries(alert.detail as Record<string, unknown>)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
  await queueMail(transaction, await findAdministrators(transaction), 'operator-alert', {
    alert: alert.kind === 'account_enumeration' ? alert.kind : 'other',
    applicationName: application?.name ?? alert.applicationId,
    detail: detail || alert.kind,
    link: `${getSettings().PORTAL_URL}/administration/alerts`,
  })
}

function findAdministrators(transaction: Transaction): Promise<Recipient[]> {
  return transaction.developer.findMany({
    where: { role: 'administrator', suspendedAt: null, deletedAt: null },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}
