import { setTimeout as pause } from 'node:timers/promises'
import type { Announcement } from '@/generated/prisma/client'
import { createEnd } from '@/lib/background'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { localised } from '@/lib/translations'
import { announcementLink } from './queries'
import { type DeprecableEndpoint, deprecableEndpoints } from './schema'

/** People per transaction. */
const batchSize = 100
/**
 * So many e-mails of announcements at most wait in the outbox: a password reset is never behind ten thousand
 * of them.
 */
const maxQueued = 200
const pauseMs = 500
/** The next run continues. */
const runMs = 50_000

type Options = { milliseconds?: number; signal?: AbortSignal; queued?: number }

/**
 * Puts the e-mails of announcements into the outbox, in batches. A person leaves the list in the transaction
 * that queues their e-mail: a worker that is killed, or two at a time, neither double nor lose one.
 * @returns how many e-mails were queued
 */
export async function mailAnnouncements({
  milliseconds = runMs,
  signal,
  queued = maxQueued,
}: Options = {}): Promise<number> {
  const isOver = createEnd(milliseconds, signal)
  let total = 0
  while (!isOver()) {
    const room = queued - (await countQueued())
    if (room <= 0) {
      await pause(pauseMs, undefined, { signal }).catch(() => {})
      continue
    }
    const taken = await database().$transaction((transaction) =>
      mailSome(transaction, Math.min(room, batchSize)),
    )
    if (taken === 0) break
    total += taken
  }
  return total
}

async function mailSome(transaction: Transaction, limit: number): Promise<number> {
  const taken = await transaction.$queryRaw<{ announcementId: string; developerId: string }[]>`
    DELETE FROM announcement_recipient WHERE ctid = ANY (ARRAY(
      SELECT r.ctid FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id
      WHERE a.published_at <= ${now()} ORDER BY r.announcement_id, r.developer_id LIMIT ${limit}))
    RETURNING announcement_id AS "announcementId", developer_id AS "developerId"`
  for (const announcementId of new Set(taken.map((each) => each.announcementId))) {
    const ids = taken.filter((each) => each.announcementId === announcementId).map((each) => each.developerId)
    await mailTo(transaction, announcementId, ids)
  }
  return taken.length
}

async function mailTo(transaction: Transaction, announcementId: string, ids: string[]): Promise<void> {
  const announcement = await transaction.announcement.findUniqueOrThrow({ where: { id: announcementId } })
  if (announcement.withdrawnAt) return
  const people = await transaction.developer.findMany({
    where: { id: { in: ids }, suspendedAt: null, deletedAt: null },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
  await queueMail(transaction, people, 'announcement', (locale) => propsFor(announcement, locale))
}

function propsFor(row: Announcement, locale: string) {
  return {
    kind: row.kind,
    title: localised(row, 'title', locale),
    text: localised(row, 'text', locale),
    from: row.startsAt.toISOString(),
    ...(row.endsAt ? { to: row.endsAt.toISOString() } : {}),
    ...(row.endpoint ? { endpoint: deprecableEndpoints[row.endpoint as DeprecableEndpoint] } : {}),
    ...(row.sunsetOn ? { sunset: row.sunsetOn.toISOString().slice(0, 10) } : {}),
    link: announcementLink(row.id),
  }
}

async function countQueued(): Promise<number> {
  return database().mailMessage.count({ where: { status: 'queued', template: 'announcement' } })
}
