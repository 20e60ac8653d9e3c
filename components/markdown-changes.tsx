import { diffArrays, diffWordsWithSpace } from 'diff'
import type { BlockContent, List, ListItem, Nodes, PhrasingContent, Root, RootContent } from 'mdast'
import type { ReactNode } from 'react'
import { MarkdownTree, parseMarkdown } from '@/components/markdown'

/** Milliseconds that comparing may take: two long texts with nothing in common would take minutes. */
const timeout = 1000

/** A block of a text, or an item of one of its lists. */
type Unit = { node: Exclude<RootContent, List>; list?: List; key: string }
type Mark = 'del' | 'ins'

/**
 * An administrator's Markdown as its readers see it, with its changes: removed words struck through, added
 * ones underlined. Null if too much changed.
 */
export function MarkdownChanges({ before, after }: { before: string; after: string }) {
  const root = parseMarkdown(after)
  const comparator = (one: Unit, other: Unit) => one.key === other.key
  const pieces = diffArrays(unitsOf(parseMarkdown(before), before), unitsOf(root, after), {
    timeout,
    comparator,
  }) as ReturnType<typeof diffArrays<Unit>> | undefined
  if (!pieces) return null
  const units = pieces.flatMap(({ value, added, removed }, index) => {
    const next = pieces[index + 1]
    if (removed) return replace(value, next?.added ? next.value : [], timeout / pieces.length)
    if (!added) return value
    // What replaces removed blocks is next to them.
    return pieces[index - 1]?.removed ? [] : value.map((unit) => mark(unit, 'ins'))
  })
  const definitions = root.children.filter(({ type }) => type === 'definition')
  return (
    <div className="max-h-[70vh] overflow-y-auto rounded-xl border border-line p-4">
      <MarkdownTree root={{ type: 'root', children: [...join(units), ...definitions] }} components={looks} />
    </div>
  )
}

/** Whole blocks are marked as blocks, so that their background shows. */
const looks = {
  ins: ({ children }: { children?: ReactNode }) => (
    <ins className="bg-success-soft text-success has-[*]:block">{children}</ins>
  ),
  del: ({ children }: { children?: ReactNode }) => (
    <del className="bg-danger-soft text-danger has-[*]:block">{children}</del>
  ),
}

function unitsOf(root: Root, text: string): Unit[] {
  const source = ({ position }: Nodes) => text.slice(position?.start.offset, position?.end.offset)
  return root.children.flatMap((node): Unit[] => {
    if (node.type === 'definition') return []
    if (node.type !== 'list') return [{ node, key: source(node) }]
    // The number of an item is no part of it: a new one would change all that follow.
    return node.children.map((item) => ({ node: item, list: node, key: source(item).replace(/^\S+/, '') }))
  })
}

/** Each removed unit, followed by the one that takes its place, or both in one by their words. */
function replace(before: Unit[], after: Unit[], timeout: number): Unit[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, fresh] = [before[index], after[index]]
    const words = old && fresh && mixWords(old, fresh, timeout / before.length)
    return words ? [words] : [...(old ? [mark(old, 'del')] : []), ...(fresh ? [mark(fresh, 'ins')] : [])]
  }).flat()
}

/** Null unless both are of the same kind, differ in words, and lead to the same addresses. */
function mixWords({ node: before }: Unit, after: Unit, timeout: number): Unit | null {
  const [old, fresh] = [textOf(before), textOf(after.node)]
  const sameLinks = String(linksOf(before)) === String(linksOf(after.node))
  if (before.type !== after.node.type || old === fresh || !sameLinks) return null
  const pieces = diffWordsWithSpace(old, fresh, { timeout }) as
    | ReturnType<typeof diffWordsWithSpace>
    | undefined
  const words = pieces?.flatMap(({ value, added, removed }, index): PhrasingContent[] => {
    const text = { type: 'text' as const, value }
    if (removed) return [{ type: 'delete', children: [text] }]
    if (!added) return [text]
    const apart = pieces[index - 1]?.removed ? [{ type: 'text' as const, value: ' ' }] : []
    return [...apart, { type: 'emphasis', data: { hName: 'ins' }, children: [text] }]
  })
  const node = words && withWords(after.node, words)
  return node ? { ...after, node } : null
}

function withWords(node: Unit['node'], children: PhrasingContent[]): Unit['node'] | null {
  if (node.type === 'paragraph' || node.type === 'heading') return { ...node, children }
  const [only, ...more] = node.type === 'listItem' ? node.children : []
  if (node.type !== 'listItem' || only?.type !== 'paragraph' || more.length > 0) return null
  return { ...node, children: [{ ...only, children }] }
}

function mark(unit: Unit, hName: Mark): Unit {
  const wrap = (children: BlockContent[]) => ({ type: 'blockquote' as const, data: { hName }, children })
  const { node } = unit
  if (node.type !== 'listItem') return { ...unit, node: wrap([node as BlockContent]) }
  return { ...unit, node: { ...node, children: [wrap(node.children as BlockContent[])] } }
}

/** Items that follow each other become a list again. */
function join(units: Unit[]): RootContent[] {
  const joined: RootContent[] = []
  for (const { node, list } of units) {
    const last = joined.at(-1)
    if (!list) joined.push(node)
    else if (last?.type === 'list' && last.ordered === list.ordered) last.children.push(node as ListItem)
    else joined.push({ ...list, children: [node as ListItem] })
  }
  return joined
}

function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('')
  return 'value' in node ? node.value : ' '
}

function linksOf(node: Nodes): string[] {
  const own = node.type === 'link' ? [node.url] : node.type === 'linkReference' ? [node.identifier] : []
  return 'children' in node ? [...own, ...node.children.flatMap(linksOf)] : own
}
