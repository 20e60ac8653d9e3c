import type { Announcement } from '@/generated/prisma/client'
import { now, secondsFromNow } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { isUuid } from '@/lib/ids'
import { rememberAnnouncements } from './last-read'
import { type DeprecableEndpoint, endOf, recentCallDays } from './schema'

/** More than these at a time are on `/status` only. */
const shownAsBanner = 3
const shownPublished = 50
const shownToAdministrators = 100

/** The URL of an announcement's public page, for mails and feeds. */
export function announcementLink(id: string): string {
  return `${getSettings().PORTAL_URL}/announcements/${id}`
}

/** The announcements in their period, the latest to begin first; for the banner of every page. */
export async function listCurrentAnnouncements(): Promise<Announcement[]> {
  const at = now()
  const open = await database().announcement.findMany({
    where: { withdrawnAt: null, publishedAt: { lte: at }, OR: [{ endsAt: null }, { endsAt: { gt: at } }] },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    take: shownPublished,
  })
  // Those to come too: a maintenance of the database begins when nothing more can be read.
  return rememberAnnouncements(open)
    .filter(({ startsAt }) => startsAt <= at)
    .slice(0, shownAsBanner)
}

/** The announcements that were not withdrawn, newest first, whatever their period; for `/status` and the feeds. */
export function listPublishedAnnouncements(): Promise<Announcement[]> {
  return database().announcement.findMany({
    where: { withdrawnAt: null, publishedAt: { lte: now() } },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take: shownPublished,
  })
}

/** All of them, newest first, with how many people are still to be e-mailed; for administrators. */
export function listAllAnnouncements() {
  return database().announcement.findMany({
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take: shownToAdministrators,
    include: { _count: { select: { waiting: true } } },
  })
}

/** One announcement, withdrawn or not; null for an unknown or malformed id. */
export async function findAnnouncement(id: string): Promise<Announcement | null> {
  return isUuid(id) ? database().announcement.findUnique({ where: { id } }) : null
}

/** The same, once it has taken effect; for everyone. */
export async function findPublished(id: string): Promise<Announcement | null> {
  const announcement = await findAnnouncement(id)
  return announcement && announcement.publishedAt <= now() ? announcement : null
}

/** Whether it is to come, applies, or is over: a deprecation with the day of its sunset. */
export function phaseOf(announcement: Pick<Announcement, 'startsAt' | 'endsAt' | 'sunsetOn'>) {
  const end = endOf(announcement)
  if (announcement.startsAt > now()) return 'scheduled'
  return end && end <= now() ? 'past' : 'current'
}

/** A deprecated endpoint that an application still calls: how often in the last 30 days. */
export type DeprecatedUse = { announcement: Announcement; endpoint: DeprecableEndpoint; calls: number }

/** The deprecated endpoints that an application called lately. The caller has checked the right to see its usage. */
export async function listDeprecatedUses(applicationId: string): Promise<DeprecatedUse[]> {
  const deprecations = await database().announcement.findMany({
    where: { kind: 'deprecation', withdrawnAt: null, publishedAt: { lte: now() } },
    orderBy: [{ sunsetOn: 'asc' }, { id: 'asc' }],
  })
  if (deprecations.length === 0) return []
  const [since, before] = [secondsFromNow(-recentCallDays * 86_400), secondsFromNow(60)]
  const counted = await database().$queryRaw<{ endpoint: string; calls: number }[]>`
    SELECT endpoint, sum(succeeded + refused + limited + failed)::float8 AS calls
    FROM usage_of(ARRAY[${applicationId}::uuid], ${since.toISOString()}::timestamptz, ${before.toISOString()}::timestamptz)
    GROUP BY endpoint`
  return deprecations.flatMap((announcement) => {
    const endpoint = announcement.endpoint as DeprecableEndpoint
    const calls = counted.find((each) => each.endpoint === endpoint)?.calls ?? 0
    return calls > 0 ? [{ announcement, endpoint, calls }] : []
  })
}
