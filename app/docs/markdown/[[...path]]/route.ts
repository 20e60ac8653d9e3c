import { getSettings } from '@/lib/env'
import { toMarkdown } from '../../content/markdown'
import { describeDocs } from '../../content/pages'
import { markdownResponse } from '../../content/response'
import { readWords } from '../../content/words'

type Context = { params: Promise<{ path?: string[] }> }

/** `/docs.md` and `/docs/….md`, rewritten to this by next.config.mjs: one page's Markdown, in the reader's language. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const path = ['/docs', ...((await params).path ?? [])].join('/')
  const page = describeDocs(await readWords()).find((each) => each.path === path)
  if (!page) return new Response('There is no such page: see /llms.txt.\n', { status: 404 })
  return markdownResponse(toMarkdown(page, getSettings().PORTAL_URL))
}
