import { announcementFeed } from '@/app/announcements/feed'

/** The announcements as an Atom feed (RFC 4287), in the reader's language. */
export async function GET(): Promise<Response> {
  const feed = await announcementFeed('html')
  return new Response(feed.atom1(), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', Vary: 'Accept-Language, Cookie' },
  })
}
