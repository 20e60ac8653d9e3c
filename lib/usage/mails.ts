import { workOnEach } from '@/lib/background'
import { hourMs, now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { type Hint, listHintedApplications } from './hints'

/** Shorter than a day, so that a run that is slightly early does not skip a day. */
const restHours = 20

/**
 * Mails traffic hints to those of an application's owners who want them, at most once a day per application.
 * @returns how many mails were queued
 */
export async function sendHints(): Promise<number> {
  let sent = 0
  await workOnEach(await listHintedApplications(), async ({ applicationId, hints }) => {
    sent += await send(applicationId, hints)
  })
  return sent
}

/** If two workers find the same hints, the one that claims the application sends them. */
async function send(applicationId: string, hints: Hint[]): Promise<number> {
  return database().$transaction(async (transaction) => {
    const owners = await listWilling(transaction, applicationId)
    if (owners.length === 0 || !(await claim(transaction, applicationId))) return 0
    const { name, environment } = await transaction.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { name: true, environment: true },
    })
    const portal = getSettings().PORTAL_URL
    const props = {
      applicationName: name,
      environment,
      hints: hints.map((hint) =>
        hint.kind === 'secret_retires' ? { ...hint, at: hint.at.toISOString() } : hint,
      ),
      link: `${portal}/applications/${applicationId}/traffic`,
      settingsLink: `${portal}/account/data#hints`,
    }
    await queueMail(transaction, owners, 'traffic-hints', props)
    return owners.length
  })
}

function listWilling(transaction: Transaction, applicationId: string) {
  return transaction.developer.findMany({
    where: {
      trafficHints: true,
      suspendedAt: null,
      deletedAt: null,
      memberships: { some: { applicationId, role: 'owner' } },
    },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}

/** False when the application's owners were mailed less than a day ago. */
async function claim(transaction: Transaction, applicationId: string): Promise<boolean> {
  const at = now()
  const rested = new Date(at.getTime() - restHours * hourMs).toISOString()
  const claimed = await transaction.$executeRaw`
    INSERT INTO traffic_hint_mail AS last (application_id, queued_at)
    VALUES (${applicationId}::uuid, ${at.toISOString()}::timestamptz)
    ON CONFLICT (application_id) DO UPDATE SET queued_at = excluded.queued_at
      WHERE last.queued_at <= ${rested}::timestamptz`
  return claimed > 0
}

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
