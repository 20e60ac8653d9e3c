import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, DocsPage, Part, Words } from './blocks'

/** What changed, from the project's own CHANGELOG.md. It is written in English only, and says so to others. */
export function describeChangelog({ t }: Words): DocsPage {
  return {
    path: '/docs/changelog',
    title: t('changelog.title'),
    lead: t('changelog.lead'),
    above: [{ path: '/docs', title: t('title') }],
    lang: 'en',
    parts: readChangelog(readFileSync(join(process.cwd(), 'CHANGELOG.md'), 'utf8')),
  }
}

/**
 * Takes a changelog apart: a part for each `## ` heading, a heading for each `### `, else lists and paragraphs.
 * What stands above the first `## ` introduces the file, not a version, and is left out.
 */
export function readChangelog(text: string): Part[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const blocks = lines
        .join('\n')
        .split(/\n{2,}/)
        .map((block) => block.trim())
        .filter(Boolean)
      return { anchor: anchorOf(title), title, blocks: blocks.flatMap(readBlock) }
    })
}

function readBlock(text: string): Block[] {
  const heading = /^### (.+)(?:\n|$)/.exec(text)
  if (heading?.[1]) {
    const rest = text.slice(heading[0].length).trim()
    return [{ kind: 'heading', text: heading[1] }, ...(rest ? readBlock(rest) : [])]
  }
  if (!/^[-*] /.test(text)) return [{ kind: 'paragraph', text: joinLines(text) }]
  return [
    {
      kind: 'list',
      items: text
        .split(/^[-*] /m)
        .filter(Boolean)
        .map(joinLines),
    },
  ]
}

function joinLines(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

function anchorOf(title: string): string {
  return `version-${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`
}
