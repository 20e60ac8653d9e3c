import { announcementFeed } from '@/app/announcements/feed'

/** The announcements as a JSON Feed (jsonfeed.org), in the reader's language. */
export async function GET(): Promise<Response> {
  const feed = await announcementFeed('text')
  return new Response(`${feed.json1()}\n`, {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8', Vary: 'Accept-Language, Cookie' },
  })
}
