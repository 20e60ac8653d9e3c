import { toMarkdown } from '@/app/docs/content/markdown'
import { describeDocs } from '@/app/docs/content/pages'
import { searchDocs } from '@/app/docs/search/search-index'
import { getSettings } from '@/lib/env'
import { type Caller, textsOf } from './caller'
import { fail, type Outcome } from './outcome'
import type { ToolArguments } from './tools'

/** Characters of a page that one call returns. */
const pageLength = 16_000

export async function searchPages(
  { query }: ToolArguments<'search_documentation'>,
  caller: Pick<Caller, 'locale'>,
): Promise<Outcome> {
  const { words } = await textsOf(caller)
  const results = searchDocs(query, words).map(({ href, title, page, excerpt }) => {
    return { path: href, title, page, excerpt: excerpt.map(({ text }) => text).join('') }
  })
  return { ok: true, value: { results } }
}

/** A page, or with an anchor one of its parts. */
export async function readPage(
  { path, offset = 0 }: ToolArguments<'read_documentation'>,
  caller: Pick<Caller, 'locale'>,
): Promise<Outcome> {
  const { words } = await textsOf(caller)
  const [address = '', anchor] = path.replace(getSettings().PORTAL_URL, '').split('#')
  const page = describeDocs(words).find((each) => each.path === address.replace(/(\.md|\/)$/, ''))
  if (!page) return fail('not_found', 'There is no such page. Search the documentation for it.', 'path')
  const parts = page.parts.filter((part) => part.anchor === anchor)
  const text = toMarkdown(anchor && parts.length > 0 ? { ...page, parts } : page, getSettings().PORTAL_URL)
  const end = offset + pageLength
  const nextOffset = text.length > end ? end : null
  return {
    ok: true,
    value: { path: page.path, title: page.title, text: text.slice(offset, end), nextOffset },
  }
}
