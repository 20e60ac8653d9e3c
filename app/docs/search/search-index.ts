import MiniSearch from 'minisearch'
import type { Locale } from '@/lib/languages'
import type { Block, DocsPage, Words } from '../content/blocks'
import { plainText } from '../content/inline'
import { blocksOf, cellText } from '../content/markdown'
import { describeDocs } from '../content/pages'
import { maxQueryLength } from './query'

type Entry = { id: string; title: string; page: string; text: string }

/** A part of a page that was found: its URL, and an excerpt. */
export type SearchHit = { href: string; title: string; page: string; excerpt: string }

const maxResults = 12
const excerptLength = 180

const indexes = new Map<Locale, MiniSearch<Entry>>()

/**
 * Searches every part of every page for all the words of `query`, else for any of them; a word may be cut short or
 * misspelt, and accents do not matter. Best first, 12 at most; nothing for an empty query.
 */
export function searchDocs(query: string, words: Words): SearchHit[] {
  const asked = query.slice(0, maxQueryLength).trim()
  if (!asked) return []
  const index = indexes.get(words.locale) ?? makeIndex(words)
  const all = index.search(asked, { combineWith: 'AND' })
  const found = all.length > 0 ? all : index.search(asked)
  return found.slice(0, maxResults).map(({ id, title, page, text, terms }) => {
    return { href: id, title, page, excerpt: cutExcerpt(text, terms) }
  })
}

function makeIndex(words: Words): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    processTerm: foldTerm,
    searchOptions: { prefix: true, fuzzy: fuzziness, boost: { title: 4, page: 2 } },
  })
  index.addAll(describeDocs(words).flatMap(readEntries))
  indexes.set(words.locale, index)
  return index
}

function readEntries(page: DocsPage): Entry[] {
  // Quick starts differ in their code: one of them is enough.
  const parts = page.path.startsWith('/docs/quick-start/') ? [] : page.parts.filter(({ anchor }) => anchor)
  // Error codes appear as badges, and are what most people search for.
  const title = page.badges ? `${page.badges[0]}: ${page.title}` : page.title
  const intro = {
    id: page.path,
    title,
    page: page.above.at(-1)?.title ?? page.title,
    text: plainText(page.lead),
  }
  const entries = parts.map((part) => ({
    id: `${page.path}#${part.anchor}`,
    title: part.title ?? page.title,
    page: page.title,
    text: blocksOf(part).flatMap(blockText).map(plainText).join(' '),
  }))
  return [intro, ...entries]
}

function blockText(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.text]
    case 'list':
      return block.items
    case 'facts':
      return block.items.map(({ term, value }) => `${term}: ${value}`)
    case 'table':
      return block.rows.map((cells) => cells.map(cellText).join(' '))
    case 'links':
      return []
    case 'code':
      return [block.title, block.code]
    case 'endpoint':
      return [block.method, block.path]
    case 'fields':
      return [block.title, ...block.fields.map(({ name, description }) => `${name}: ${description}`)]
    case 'tabs':
      // Without the same code in six languages, which would hide what people search for.
      return block.tabs.flatMap(({ label, blocks }) => [
        label,
        ...blocks.filter(({ kind }) => kind !== 'code').flatMap(blockText),
      ])
  }
}

/** So that `echec` finds `Échec`. */
function foldTerm(term: string): string {
  return term.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** A number must match exactly; a word may have one wrong letter. */
function fuzziness(term: string): number | boolean {
  return term.length > 3 && !/\d/.test(term) ? 0.2 : false
}

/** The text around the first of the found words. */
function cutExcerpt(text: string, terms: string[]): string {
  const words = text.split(/([\s\p{P}]+)/u)
  const start = Math.max(0, words.findIndex((word) => terms.includes(foldTerm(word))) - 12)
  const rest = words.slice(start).join('')
  const end = rest.length > excerptLength ? rest.indexOf(' ', excerptLength) : -1
  return `${start > 0 ? '… ' : ''}${end < 0 ? rest : `${rest.slice(0, end)} …`}`
}
