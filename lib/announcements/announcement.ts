import { type Announcement, Prisma } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { textColumns, textsOf } from '@/lib/translations'
import { addRecipients, whichApplications } from './audience'
import { announcementLink } from './queries'
import {
  type AnnouncementInput,
  announcementChangeSchema,
  announcementSchema,
  type DeprecableEndpoint,
  deprecableEndpoints,
} from './schema'

/** The job that queues the e-mails: one for each announcement, as another one must not postpone it. */
const mailJob = 'mail-announcements'

/**
 * Publishes an announcement: it is public, and the worker begins to e-mail its audience as it is now, once each.
 * @returns its id; refused `endpoint_deprecated` if another deprecation of that endpoint is in force
 */
export const publishAnnouncement = command({
  right: 'administrator',
  confirm: 'always',
  notifies: 'audience',
  input: announcementSchema,
  audit: 'announcement.published',
  async run({ transaction, actor, input: { from, to, sunset, ...input }, emit, record }) {
    const id = newId()
    const at = now()
    const dates = { startsAt: from, endsAt: to, sunsetOn: sunset, publishedAt: at, changedAt: at }
    const { kind, audience, endpoint } = input
    const texts = textColumns(input, 'title', 'text')
    const { count } = await transaction.announcement.createMany({
      data: [{ kind, audience, endpoint, ...texts, ...dates, id, publishedById: actor.id ?? '' }],
      skipDuplicates: true,
    })
    if (count === 0) return refused('endpoint_deprecated')
    const recipients = await addRecipients(transaction, id, audience)
    await transaction.announcement.update({ where: { id }, data: { recipients } })
    await transaction.$executeRaw`SELECT enqueue_job(${mailJob}, '{}'::jsonb, ${at}::timestamptz, ${`${mailJob}-${id}`})`
    const whom = Prisma.sql`a.state <> 'deleted' AND ${whichApplications(audience)}`
    await emit('announcement.published', contentOf({ ...input, ...dates, id }), whom)
    record({ type: 'announcement', id }, { kind, audience, recipients, ...(endpoint ? { endpoint } : {}) })
    return done(id)
  },
})

const announcement: Target<'announcement', Announcement, never> = {
  name: 'announcement',
  find: (transaction, _right, id) => transaction.announcement.findUnique({ where: { id } }),
  async lock(transaction, id) {
    await transaction.$queryRaw`SELECT id FROM announcement WHERE id = ${id}::uuid FOR UPDATE`
  },
  subject: ({ id }) => ({ type: 'announcement', id }),
}

const existing = { on: announcement, right: 'administrator', confirm: 'always' } as const

/**
 * Changes the texts and dates of an announcement. No one is e-mailed again.
 * @returns refused `not_found` (unknown or withdrawn)
 */
export const changeAnnouncement = command({
  ...existing,
  input: announcementChangeSchema,
  audit: 'announcement.changed',
  version: ({ announcement }) => announcement.changedAt,
  async run({ transaction, announcement, input: { from, to, sunset, ...texts }, record }) {
    const { id, kind } = announcement
    if (!isPublished(announcement)) return refused('not_found')
    const sunsetOn = kind === 'deprecation' ? sunset : null
    const data = {
      ...textColumns(texts, 'title', 'text'),
      startsAt: from,
      endsAt: to,
      sunsetOn,
      changedAt: now(),
    }
    await transaction.announcement.update({ where: { id }, data })
    record({ type: 'announcement', id })
    return done(undefined)
  },
})

/**
 * Withdraws an announcement: its banner, its entries and the gateways' headers disappear, and people who were
 * not e-mailed yet will not be. It cannot be undone.
 * @returns refused `not_found` (unknown, or withdrawn already)
 */
export const withdrawAnnouncement = command({
  ...existing,
  irreversible: true,
  audit: 'announcement.withdrawn',
  version: ({ announcement }) => announcement.changedAt,
  async run({ transaction, announcement, record }) {
    const { id } = announcement
    if (!isPublished(announcement)) return refused('not_found')
    await transaction.announcement.update({ where: { id }, data: { withdrawnAt: now(), changedAt: now() } })
    const { count } = await transaction.announcementRecipient.deleteMany({ where: { announcementId: id } })
    record({ type: 'announcement', id }, { notMailed: count })
    return done(undefined)
  },
})

function isPublished({ withdrawnAt, publishedAt }: Announcement): boolean {
  return withdrawnAt === null && publishedAt <= now()
}

type Published = Omit<AnnouncementInput, 'from' | 'to' | 'sunset'> & {
  id: string
  startsAt: Date
  endsAt: Date | null
  sunsetOn: Date | null
}

function contentOf(row: Published) {
  return {
    announcementId: row.id,
    kind: row.kind,
    title: textsOf(row, 'title'),
    text: textsOf(row, 'text'),
    from: row.startsAt.toISOString(),
    to: row.endsAt?.toISOString() ?? null,
    endpoint: row.endpoint && deprecableEndpoints[row.endpoint as DeprecableEndpoint],
    sunset: row.sunsetOn?.toISOString().slice(0, 10) ?? null,
    link: announcementLink(row.id),
  }
}
