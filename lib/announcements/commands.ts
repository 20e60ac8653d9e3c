import { Prisma } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, onRow, type Transaction } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { addRecipients, whichApplications } from './audience'
import { announcementLink } from './queries'
import {
  type AnnouncementChange,
  type AnnouncementInput,
  type DeprecableEndpoint,
  deprecableEndpoints,
} from './schema'

/** The job that queues the e-mails: one for each announcement, as another one must not postpone it. */
const mailJob = 'mail-announcements'

/**
 * Publishes an announcement: it is public, and the worker begins to e-mail its audience as it is now, once each.
 * @returns its id; refused `endpoint_deprecated` if another deprecation of that endpoint is in force
 */
export async function publishAnnouncement(
  { from, to, sunset, ...input }: AnnouncementInput,
  administrator: Administrator,
): Promise<Result<string, 'endpoint_deprecated'>> {
  return database().$transaction(async (transaction) => {
    const id = newId()
    const at = now()
    const dates = { startsAt: from, endsAt: to, sunsetOn: sunset, publishedAt: at, changedAt: at }
    const { count } = await transaction.announcement.createMany({
      data: [{ ...input, ...dates, id, publishedById: administrator.id }],
      skipDuplicates: true,
    })
    if (count === 0) return refused('endpoint_deprecated')
    const recipients = await addRecipients(transaction, id, input.audience)
    await transaction.announcement.update({ where: { id }, data: { recipients } })
    await transaction.$executeRaw`SELECT enqueue_job(${mailJob}, '{}'::jsonb, ${at}::timestamptz, ${`${mailJob}-${id}`})`
    await recordPublication(transaction, { ...input, ...dates, id })
    const { kind, audience, endpoint } = input
    await recordAudit(transaction, administrator, 'announcement.published', subjectOf(id), {
      kind,
      audience,
      recipients,
      ...(endpoint ? { endpoint } : {}),
    })
    return done(id)
  })
}

/**
 * Changes the texts and dates of an announcement. No one is e-mailed again.
 * @returns refused `not_found` (unknown or withdrawn)
 */
export async function changeAnnouncement(
  id: string,
  { from, to, sunset, ...texts }: AnnouncementChange,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(id, async (transaction) => {
    await lockShown(transaction, id)
    const { count } = await transaction.announcement.updateMany({
      where: { id, withdrawnAt: null, publishedAt: { lte: now() } },
      data: { ...texts, startsAt: from, endsAt: to, sunsetOn: sunset, changedAt: now() },
    })
    if (count === 0) return refused('not_found')
    await recordAudit(transaction, administrator, 'announcement.changed', subjectOf(id))
    return done(undefined)
  })
}

/**
 * Withdraws an announcement: its banner, its entries and the gateways' headers disappear, and people who were
 * not e-mailed yet will not be. It cannot be undone.
 * @returns refused `not_found` (unknown, or withdrawn already)
 */
export async function withdrawAnnouncement(
  id: string,
  administrator: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(id, async (transaction) => {
    await lockShown(transaction, id)
    const { count } = await transaction.announcement.updateMany({
      where: { id, withdrawnAt: null, publishedAt: { lte: now() } },
      data: { withdrawnAt: now(), changedAt: now() },
    })
    if (count === 0) return refused('not_found')
    const spared = await transaction.announcementRecipient.deleteMany({ where: { announcementId: id } })
    const detail = { notMailed: spared.count }
    await recordAudit(transaction, administrator, 'announcement.withdrawn', subjectOf(id), detail)
    return done(undefined)
  })
}

async function lockShown(transaction: Transaction, id: string): Promise<void> {
  const [row] = await transaction.$queryRaw<{ changedAt: Date }[]>`
    SELECT changed_at AS "changedAt" FROM announcement WHERE id = ${id}::uuid FOR UPDATE`
  requireShown(row?.changedAt)
}

type Published = Omit<AnnouncementInput, 'from' | 'to' | 'sunset'> & {
  id: string
  startsAt: Date
  endsAt: Date | null
  sunsetOn: Date | null
}

async function recordPublication(transaction: Transaction, row: Published): Promise<void> {
  const data = {
    announcementId: row.id,
    kind: row.kind,
    title: { en: row.titleEn, fr: row.titleFr },
    text: { en: row.textEn, fr: row.textFr },
    from: row.startsAt.toISOString(),
    to: row.endsAt?.toISOString() ?? null,
    endpoint: row.endpoint && deprecableEndpoints[row.endpoint as DeprecableEndpoint],
    sunset: row.sunsetOn?.toISOString().slice(0, 10) ?? null,
    link: announcementLink(row.id),
  }
  const audience = Prisma.sql`a.state <> 'deleted' AND ${whichApplications(row.audience)}`
  await recordEvent(transaction, 'announcement.published', data, audience)
}

function subjectOf(id: string) {
  return { type: 'announcement', id } as const
}
