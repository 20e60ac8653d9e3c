import { ChevronRight } from 'lucide-react'
import { Code, type CodePart } from '@/components/code/code'
import { type CodeLanguage, highlight } from '@/components/code/highlight'
import { EnvironmentBadge } from '@/components/environment-badge'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Table } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import type { Block, Cell } from '../content/blocks'
import { InlineText } from './inline'
import { MethodBadge } from './method-badge'

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
    case 'endpoint':
      return (
        <p className="flex min-w-0 items-center gap-2.5">
          <MethodBadge method={block.method} />
          <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{block.path}</code>
        </p>
      )
    case 'fields':
      return <Fields {...block} />
    case 'tabs':
      return <TabsOf {...block} />
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
  if (typeof cell === 'string') return <InlineText text={cell} />
  if ('environment' in cell) return <EnvironmentBadge environment={cell.environment} />
  return (
    <span className="flex items-center gap-3">
      <code className="tabular-nums">{cell.copy}</code>
      <CopyButton text={cell.copy} name={cell.copyName} place="quiet" />
    </span>
  )
}

/** The names of fields with their types; one below the other, as three columns leave no room for a table. */
function Fields({ title, folded, fields }: Extract<Block, { kind: 'fields' }>) {
  const list = (
    <dl className="grid">
      {fields.map(({ name, mark, description }) => (
        <div key={name} className="grid gap-0.5 border-line border-b py-3 first:pt-1 last:border-b-0">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-semibold text-[0.8125rem] [overflow-wrap:anywhere]">{name}</code>
            <span className="text-muted text-xs [overflow-wrap:anywhere]">{mark}</span>
          </dt>
          <dd className="text-sm">
            <InlineText text={description} />
          </dd>
        </div>
      ))}
    </dl>
  )
  if (!folded)
    return (
      <div className="grid min-w-0 gap-2">
        <h3 className="text-lg">{title}</h3>
        {list}
      </div>
    )
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-10 items-center gap-2 rounded-lg hover:text-accent">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <h3 className="text-lg">{title}</h3>
      </summary>
      {list}
    </details>
  )
}

function TabsOf({ id, label, tabs }: Extract<Block, { kind: 'tabs' }>) {
  return (
    <Tabs
      name={id}
      label={label}
      tabs={tabs.map((tab) => ({
        value: tab.label,
        label: tab.label,
        content: (
          <div className="grid min-w-0 gap-3">
            {tab.blocks.map((block) => (
              <BlockView key={JSON.stringify(block)} block={block} />
            ))}
          </div>
        ),
      }))}
    />
  )
}

function CodeOf({ title, code, language, copyName }: Extract<Block, { kind: 'code' }>) {
  const highlighted = <Highlighted code={code} language={language} />
  if (copyName)
    return (
      <CodeBlock title={title} code={code} copyName={copyName}>
        {highlighted}
      </CodeBlock>
    )
  // Output: nothing to copy.
  return (
    <figure className="min-w-0 rounded-xl border border-code-line bg-code p-4 text-code-ink">
      <figcaption className="mb-2 font-mono text-code-muted text-xs">{title}</figcaption>
      <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
        {highlighted}
      </pre>
    </figure>
  )
}

const grammars: Record<string, CodeLanguage | undefined> = {
  curl: 'bash',
  sh: 'bash',
  javascript: 'javascript',
  python: 'python',
  php: 'php',
  java: 'java',
  go: 'go',
  json: 'json',
  http: 'http',
}

/** The documentation's code changes with the settings only. */
const known = new Map<string, Promise<CodePart[]>>()

/** Code in the colours of its syntax; as it is in a language without a grammar. */
async function Highlighted({ code, language }: { code: string; language: string }) {
  const grammar = grammars[language]
  if (!grammar) return <>{code}</>
  const key = `${grammar} ${code}`
  const parts = known.get(key) ?? highlight(code, grammar)
  known.set(key, parts)
  return <Code parts={await parts} />
}
