import { Feed } from 'feed'
import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { announcementLink, listPublishedAnnouncements } from '@/lib/announcements/queries'
import { type DeprecableEndpoint, deprecableEndpoints } from '@/lib/announcements/schema'
import { getSettings } from '@/lib/env'
import { localised } from '@/lib/translations'

/** Before there is any announcement. */
const never = new Date(0)

/**
 * The published announcements, newest first. Their texts are plain, and contents are HTML.
 * @param titles what the format takes titles for: those of Atom are HTML too
 */
export async function announcementFeed(titles: 'html' | 'text'): Promise<Feed> {
  const t = await getTranslations('announcements')
  const locale = await getLocale()
  const { productName } = await getBranding()
  const portal = getSettings().PORTAL_URL
  const announcements = await listPublishedAnnouncements()
  const feed = new Feed({
    id: `${portal}/announcements.atom`,
    title: t('feedTitle', { name: productName }),
    link: `${portal}/status`,
    language: locale,
    copyright: productName,
    generator: productName,
    updated: new Date(
      Math.max(never.getTime(), ...announcements.map(({ changedAt }) => changedAt.getTime())),
    ),
    feedLinks: { atom: `${portal}/announcements.atom`, json: `${portal}/announcements.json` },
    author: { name: productName },
  })
  for (const each of announcements) {
    const title = `${t(`kinds.${each.kind}`)}${t('colon')} ${localised(each, 'title', locale)}`
    const text = localised(each, 'text', locale)
    feed.addItem({
      id: `urn:uuid:${each.id}`,
      link: announcementLink(each.id),
      title: titles === 'html' ? toHtml(title) : title,
      content: `<p>${toHtml(text).replaceAll('\n', '<br>')}</p>`,
      date: each.changedAt,
      published: each.publishedAt,
      category: [{ name: each.kind }],
      extensions: [{ name: '_announcement', objects: facts(each) }],
    })
  }
  return feed
}

/** For content, not attributes: quotation marks stay readable for those who search the feed as text. */
function toHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** For programs, in the JSON feed: what the texts say for people. */
function facts({ kind, startsAt, endsAt, audience, endpoint, sunsetOn }: Announcement) {
  return {
    kind,
    from: startsAt.toISOString(),
    to: endsAt?.toISOString() ?? null,
    audience,
    endpoint: endpoint && deprecableEndpoints[endpoint as DeprecableEndpoint],
    sunset: sunsetOn?.toISOString().slice(0, 10) ?? null,
  }
}
