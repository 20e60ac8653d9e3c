import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Heading, List, Node, Paragraph, Root, RootContent } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Locale } from '@/lib/languages'
import type { Block, DocsPage, Part } from './blocks'

type Page = Pick<DocsPage, 'title' | 'lead' | 'parts'>

/** Fills the placeholders of a file: `{{name}}` in a sentence is a value, `{{name}}` as a paragraph a slot. */
export type Filling = { values?: Record<string, string>; slots?: Record<string, Block[]> }

type Slot = { kind: 'slot'; name: string }
type Parsed = Omit<Page, 'parts'> & { parts: (Omit<Part, 'blocks'> & { blocks: (Block | Slot)[] })[] }

const texts = new Map<string, string>()
const parsed = new Map<string, Parsed>()

/**
 * Reads `content/docs/{locale}/{name}.md`: a title (`# `), a lead, then a part for each `## Title {#anchor}`.
 * Throws for an unknown slot, a heading without an anchor, and Markdown that pages do not use.
 */
export function readPage(name: string, locale: Locale, { values = {}, slots }: Filling = {}): Page {
  const text = readContent(join('docs', locale, `${name}.md`))
  return parsePage(
    text.replaceAll(/\{\{([\w-]+)\}\}/g, (whole, value: string) => values[value] ?? whole),
    slots,
  )
}

/** The text of a file in `content/`, read once where files do not change. */
export function readContent(name: string): string {
  const known = process.env.NODE_ENV === 'production' ? texts.get(name) : undefined
  const text = known ?? readFileSync(join(process.cwd(), 'content', name), 'utf8')
  texts.set(name, text)
  return text
}

/** @see readPage */
export function parsePage(text: string, slots: Record<string, Block[]> = {}): Page {
  const page = parsed.get(text) ?? parse(text)
  parsed.set(text, page)
  const fill = (block: Block | Slot): Block[] => {
    if (block.kind !== 'slot') return [block]
    const blocks = slots[block.name]
    if (!blocks) throw new Error(`The documentation has no slot ${block.name}.`)
    return blocks
  }
  return { ...page, parts: page.parts.map((part) => ({ ...part, blocks: part.blocks.flatMap(fill) })) }
}

function parse(text: string): Parsed {
  const root: Root = unified().use(remarkParse).parse(text)
  const [title, lead, ...rest] = root.children
  if (title?.type !== 'heading' || lead?.type !== 'paragraph')
    throw new Error('A page of the documentation starts with a title and a lead.')
  const page: Parsed = { title: inside(title, text), lead: inside(lead, text), parts: [] }
  for (const node of rest) {
    if (node.type === 'heading' && node.depth === 2) page.parts.push(startPart(node, text))
    else if (page.parts.length === 0)
      throw new Error('A page of the documentation has text before its parts.')
    else page.parts.at(-1)?.blocks.push(readBlock(node, text))
  }
  return page
}

function startPart(node: Heading, text: string) {
  const [, title, anchor] = /^(.+?)\s+\{#([\w-]+)\}$/.exec(inside(node, text)) ?? []
  if (!title || !anchor) throw new Error(`A heading lacks its anchor: ${inside(node, text)}`)
  return { anchor, title, blocks: [] }
}

function readBlock(node: RootContent, text: string): Block | Slot {
  if (node.type === 'list')
    return { kind: 'list', ordered: node.ordered === true, items: itemsOf(node, text) }
  if (node.type !== 'paragraph') throw new Error(`The documentation has no ${node.type}.`)
  const words = inside(node, text)
  const slot = /^\{\{([\w-]+)\}\}$/.exec(words)?.[1]
  return slot ? { kind: 'slot', name: slot } : { kind: 'paragraph', text: words }
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
