import { toMarkdown } from '@/app/docs/content/markdown'
import { describeDocs } from '@/app/docs/content/pages'
import { markdownResponse } from '@/app/docs/content/response'
import { readWords } from '@/app/docs/content/words'
import { getSettings } from '@/lib/env'

/** The whole documentation as one text. */
export async function GET(): Promise<Response> {
  const origin = getSettings().PORTAL_URL
  const pages = describeDocs(await readWords()).map((page) => toMarkdown(page, origin))
  return markdownResponse(pages.join('\n---\n\n'), 'text/plain')
}
