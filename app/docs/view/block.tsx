import { useTranslations } from 'next-intl'
import { EnvironmentBadge } from '@/components/environment-badge'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Table } from '@/components/ui/table'
import type { Block, Cell } from '../content/blocks'
import { InlineText } from './inline'

/** One block of a page of the documentation. */
export function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="text-lg">{block.text}</h3>
    case 'paragraph':
      return (
        <p className="max-w-prose">
          <InlineText text={block.text} />
        </p>
      )
    case 'list':
      return <Points {...block} />
    case 'facts':
      return (
        <DefinitionList
          items={block.items.map(({ term, value }) => ({ term, value: <InlineText text={value} /> }))}
        />
      )
    case 'table':
      return <TableOf {...block} />
    case 'code':
      return <CodeOf {...block} />
  }
}

function Points({ items, ordered }: Extract<Block, { kind: 'list' }>) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List
      className={`grid max-w-prose gap-2.5 pl-5 marker:text-muted ${ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {items.map((item) => (
        <li key={item} className="pl-1">
          <InlineText text={item} />
        </li>
      ))}
    </List>
  )
}

function TableOf({ caption, columns, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <Table<Cell[]>
      caption={caption}
      rows={rows}
      rowKey={(cells) => JSON.stringify(cells)}
      columns={columns.map((column, index) => ({
        ...column,
        cell: (cells) => <CellOf cell={cells[index] ?? ''} />,
      }))}
    />
  )
}

function CellOf({ cell }: { cell: Cell }) {
  const t = useTranslations('docs')
  if (typeof cell === 'string') return <InlineText text={cell} />
  if ('environment' in cell) return <EnvironmentBadge environment={cell.environment} />
  return (
    <span className="flex items-center gap-3">
      <code className="tabular-nums">{cell.copy}</code>
      <CopyButton text={cell.copy} label={t('copy')} name={cell.copyName} copiedLabel={t('copied')} />
    </span>
  )
}

function CodeOf({ title, code, copyName }: Extract<Block, { kind: 'code' }>) {
  const t = useTranslations('docs')
  if (copyName)
    return (
      <CodeBlock
        title={title}
        code={code}
        copyLabel={t('copy')}
        copyName={copyName}
        copiedLabel={t('copied')}
      />
    )
  // Output: nothing to copy.
  return (
    <figure className="min-w-0 rounded-xl border border-line bg-surface p-4">
      <figcaption className="mb-2 text-muted text-xs">{title}</figcaption>
      <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
        {code}
      </pre>
    </figure>
  )
}
