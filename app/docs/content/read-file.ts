import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Heading, List, Node, Paragraph, Root, RootContent } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Locale } from '@/i18n/locale'
import type { Block, DocsPage, Part } from './blocks'

type Page = Pick<DocsPage, 'title' | 'lead'> & { parts: (Part & { anchor: string; title: string })[] }

/** What fills the gaps of a file: `{{name}}` in a sentence is a value, `{{name}}` as a paragraph is a slot. */
type Filling = { values?: Record<string, string>; slots?: Record<string, Block[]> }

const pages = new Map<string, Page>()

/**
 * Reads `content/docs/{locale}/{name}.md`: a title (`# `), a lead, then a part for each `## Title {#anchor}`.
 * Throws for an unknown slot, a heading without an anchor, and Markdown that pages do not use.
 */
export function readPage(name: string, locale: Locale, { values = {}, slots = {} }: Filling = {}): Page {
  const file = join(process.cwd(), 'content', 'docs', locale, `${name}.md`)
  const known = pages.get(file)
  if (known && process.env.NODE_ENV === 'production') return known
  const text = readFileSync(file, 'utf8').replaceAll(
    /\{\{([\w-]+)\}\}/g,
    (whole, value: string) => values[value] ?? whole,
  )
  const page = parsePage(text, slots)
  pages.set(file, page)
  return page
}

/** @see readPage */
export function parsePage(text: string, slots: Record<string, Block[]> = {}): Page {
  const root: Root = unified().use(remarkParse).parse(text)
  const [title, lead, ...rest] = root.children
  if (title?.type !== 'heading' || lead?.type !== 'paragraph')
    throw new Error('A page of the documentation starts with a title and a lead.')
  const page: Page = { title: inside(title, text), lead: inside(lead, text), parts: [] }
  for (const node of rest) {
    if (node.type === 'heading' && node.depth === 2) page.parts.push(startPart(node, text))
    else page.parts.at(-1)?.blocks.push(...readBlock(node, text, slots))
  }
  return page
}

function startPart(node: Heading, text: string) {
  const [, title, anchor] = /^(.+?)\s+\{#([\w-]+)\}$/.exec(inside(node, text)) ?? []
  if (!title || !anchor) throw new Error(`A heading lacks its anchor: ${inside(node, text)}`)
  return { anchor, title, blocks: [] as Block[] }
}

function readBlock(node: RootContent, text: string, slots: Record<string, Block[]>): Block[] {
  if (node.type === 'list')
    return [{ kind: 'list', ordered: node.ordered === true, items: itemsOf(node, text) }]
  if (node.type !== 'paragraph') throw new Error(`The documentation has no ${node.type}.`)
  const words = inside(node, text)
  const slot = /^\{\{([\w-]+)\}\}$/.exec(words)?.[1]
  if (!slot) return [{ kind: 'paragraph', text: words }]
  const blocks = slots[slot]
  if (!blocks) throw new Error(`The documentation has no slot ${slot}.`)
  return blocks
}

function itemsOf(list: List, text: string): string[] {
  return list.children.map(({ children }) => children.map((child) => inside(child, text)).join(' '))
}

/** The source of a node: inline Markdown stays unparsed, for the page, its Markdown and the search alike. */
function inside(node: Heading | Paragraph | Node, text: string): string {
  const children = 'children' in node ? (node as Paragraph).children : []
  const start = children[0]?.position?.start.offset
  const end = children.at(-1)?.position?.end.offset
  return text.slice(start, end).replaceAll(/\s*\n\s*/g, ' ')
}
