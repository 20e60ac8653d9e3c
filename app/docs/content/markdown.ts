import type { Block, Cell, DocsPage, Part } from './blocks'
import { plainText } from './inline'

/**
 * A page of the documentation as Markdown (CommonMark with GitHub's tables).
 * @param origin the portal's URL, as Markdown is read elsewhere: links between pages lead to Markdown too
 */
export function toMarkdown(page: DocsPage, origin: string): string {
  const badges = page.badges?.map((badge) => `\`${badge}\``).join(' ')
  const sections = [`# ${page.title}`, badges, page.lead, ...page.parts.flatMap(readPart)]
  const text = `${sections.filter(Boolean).join('\n\n')}\n`
  return text.replaceAll(/\]\((\/[^)\s]*)\)/g, (_, path: string) => `](${origin}${markdownAddress(path)})`)
}

/** The URL of a documentation page's Markdown; any other URL is returned unchanged. */
export function markdownAddress(path: string): string {
  const [page = path] = path.split('#')
  return page === '/docs' || (page.startsWith('/docs/') && !page.includes('.')) ? `${page}.md` : path
}

/** A cell as text, for Markdown and for the search index. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if ('copy' in cell) return `\`${cell.copy}\``
  return cell.environment === 'sandbox' ? 'Sandbox' : 'Production'
}

/** All blocks of a part in the order of the page. */
export function blocksOf({ blocks, columns }: Part): Block[] {
  const aside = (columns ?? []).flatMap((column): Block[] => [
    { kind: 'heading', text: column.title },
    ...column.blocks,
  ])
  return [...blocks, ...aside]
}

function readPart(part: Part): (string | undefined)[] {
  return [part.title && `## ${part.title}`, ...blocksOf(part).map(readBlock)]
}

function readBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `### ${block.text}`
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${item}`).join('\n')
    case 'facts':
      return block.items.map(({ term, value }) => `- ${term}: ${value}`).join('\n')
    case 'table':
      return readTable(block)
    case 'code':
      return `${block.title}\n\n\`\`\`${block.language}\n${block.code}\n\`\`\``
    case 'endpoint':
      return `\`${block.method} ${block.path}\``
    case 'fields': {
      const lines = block.fields.map(
        ({ name, mark, description }) => `- \`${name}\` (${mark}): ${description}`,
      )
      return `### ${block.title}\n\n${lines.join('\n')}`
    }
    case 'links':
      return block.links
        .map(({ label, path, current }) => (current ? `**${label}**` : `[${label}](${path})`))
        .join(' · ')
    case 'tabs':
      return block.tabs
        .map(({ label, blocks }) => `#### ${label}\n\n${blocks.map(readBlock).join('\n\n')}`)
        .join('\n\n')
  }
}

function readTable({ columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    line(columns.map(({ label }) => plainText(label))),
    `|${columns.map(({ numeric }) => (numeric ? ' ---: |' : ' --- |')).join('')}`,
    ...rows.map((cells) => line(cells.map(cellText))),
  ].join('\n')
}
