import { type Announcement, Prisma } from '@/generated/prisma/client'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { textColumns, textsOf } from '@/lib/translations'
import { announcementLink } from './queries'
import {
  type AnnouncementInput,
  type Audience,
  announcementChangeSchema,
  announcementSchema,
  type DeprecableEndpoint,
  deprecableEndpoints,
  recentCallDays,
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

/**
 * Writes down everyone whom an announcement is to be e-mailed to, as they are now: people who join later get no e-mail.
 * People who never activated their account, are suspended or deleted are left out.
 * @returns how many they are
 */
function addRecipients(transaction: Transaction, id: string, audience: Audience): Promise<number> {
  return transaction.$executeRaw`
    INSERT INTO announcement_recipient (announcement_id, developer_id)
    SELECT ${id}::uuid, d.id FROM developer d WHERE ${condition(audience)}`
}

/** How many people an announcement would be e-mailed to now. */
export async function countRecipients(audience: Audience): Promise<number> {
  const [row] = await database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM developer d WHERE ${condition(audience)}`
  return row?.count ?? 0
}

function condition(audience: Audience): Prisma.Sql {
  const open = Prisma.sql`d.activated_at IS NOT NULL AND d.suspended_at IS NULL AND d.deleted_at IS NULL`
  if (audience === 'everyone') return open
  return Prisma.sql`${open} AND EXISTS (
    SELECT FROM application_team m JOIN application a ON a.id = m.application_id
    WHERE m.developer_id = d.id AND a.state <> 'deleted' AND ${whichApplications(audience)})`
}

/**
 * The condition on `application a` that its team is in the audience. Minutes are kept longer than 30 days, so
 * they need no look at hours and days.
 */
function whichApplications(audience: Audience): Prisma.Sql {
  if (audience === 'everyone') return Prisma.sql`true`
  if (audience !== 'recent_callers') return Prisma.sql`a.environment = ${audience}::environment`
  const since = secondsFromNow(-recentCallDays * 86_400).toISOString()
  return Prisma.sql`EXISTS (
    SELECT FROM usage_minute u WHERE u.application_id = a.id AND u.minute >= ${since}::timestamptz)`
}

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
