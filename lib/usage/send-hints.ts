import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { type Hint, listHintedApplications } from './hints'

/** Shorter than a day, so that a run that comes a little early does not leave a day out. */
const restHours = 20

/**
 * Mails the owners of applications what their traffic tells, at most once a day for each application, and only those
 * who want it. @returns how many mails were queued
 */
export async function sendHints(): Promise<number> {
  let sent = 0
  for (const { applicationId, hints } of await listHintedApplications())
    if (await send(applicationId, hints)) sent++
  return sent
}

/** Of two workers that send the same hints, the one that writes down when is the one that mails. */
async function send(applicationId: string, hints: Hint[]): Promise<boolean> {
  const at = now()
  const rested = new Date(at.getTime() - restHours * 3_600_000).toISOString()
  return database().$transaction(async (transaction) => {
    const application = await transaction.application.findFirst({
      where: {
        id: applicationId,
        developer: { trafficHints: true, suspendedAt: null, deletedAt: null },
      },
      select: { name: true, environment: true, developer: { select: { email: true, locale: true } } },
    })
    if (!application) return false
    const claimed = await transaction.$executeRaw`
      INSERT INTO traffic_hint_mail AS last (application_id, queued_at) VALUES (${applicationId}::uuid, ${at.toISOString()}::timestamptz)
      ON CONFLICT (application_id) DO UPDATE SET queued_at = excluded.queued_at
        WHERE last.queued_at <= ${rested}::timestamptz`
    if (claimed === 0) return false
    const portal = getSettings().PORTAL_URL
    await queueMail(transaction, application.developer, 'traffic-hints', {
      applicationName: application.name,
      environment: application.environment,
      hints: hints.map((hint) =>
        hint.kind === 'secret_retires' ? { ...hint, at: hint.at.toISOString() } : hint,
      ),
      link: `${portal}/applications/${applicationId}/usage`,
      settingsLink: `${portal}/account#hints`,
    })
    return true
  })
}
