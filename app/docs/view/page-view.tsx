import { ArrowLeft, ArrowRight, ArrowUp, Banknote, Bot, ChevronRight, TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Code, type CodePart } from '@/components/code/code'
import { type CodeLanguage, highlight } from '@/components/code/highlight'
import { EnvironmentBadge } from '@/components/environment-badge'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Table } from '@/components/ui/table'
import { Tabs, tabLook } from '@/components/ui/tabs'
import { TextLink } from '@/components/ui/text-link'
import type { Block, BlockColumn, Cell, DocsPage, Part } from '../content/blocks'
import { plainText } from '../content/inline'
import { markdownAddress } from '../content/markdown'
import { InlineCode, InlineText } from './inline'
import { MethodBadge } from './method-badge'

type Props = {
  page: DocsPage
  previous?: DocsPage
  next?: DocsPage
  /** The form that calls an endpoint. */
  run?: (operation: string) => ReactNode
}

/** A page of the documentation in the browser. */
export function DocsPageView({ page, previous, next, run }: Props) {
  const t = useTranslations('docs')
  const titled = page.parts.filter(({ anchor, columns }) => anchor && !columns)
  return (
    <div className={titled.length > 1 ? 'grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_13rem]' : undefined}>
      <article className="min-w-0">
        <PageHeader
          title={page.title}
          badges={page.badges?.map((badge) => <InlineCode key={badge}>{badge}</InlineCode>)}
        >
          <p>{page.lead}</p>
        </PageHeader>
        <div className="grid gap-12">
          {page.parts.map((part) => (
            <PartView key={part.anchor ?? JSON.stringify(part)} part={part} run={run} />
          ))}
        </div>
        <Neighbours previous={previous} next={next} />
        <p className="no-print mt-6 text-sm">
          <TextLink href={markdownAddress(page.path)}>{t('nav.markdown')}</TextLink>
        </p>
      </article>
      {titled.length > 1 && <OnThisPage page={page} parts={titled} />}
    </div>
  )
}

/** Title, description and the URL of the Markdown, for the document's head. */
export function metadataOf(page: DocsPage): Metadata {
  return {
    title: page.badges ? `${page.badges[0]}: ${page.title}` : page.title,
    description: plainText(page.lead),
    alternates: { canonical: page.path, types: { 'text/markdown': markdownAddress(page.path) } },
  }
}

/** Where there is room, the contents of the page stay in view. */
function OnThisPage({ page, parts }: { page: DocsPage; parts: DocsPage['parts'] }) {
  const t = useTranslations('docs.nav')
  return (
    <nav
      aria-label={t('onThisPage')}
      className="no-print sticky top-6 hidden max-h-[calc(100vh-3rem)] self-start overflow-y-auto text-sm xl:block"
    >
      <p className="mb-1 font-semibold">{t('onThisPage')}</p>
      <ul className="border-line border-l">
        {parts.map(({ anchor, title }) => (
          <li key={anchor}>
            <a
              href={`${page.path}#${anchor}`}
              className="-ml-px flex min-h-8 items-center border-transparent border-l-2 py-1 pl-3 text-muted hover:border-accent hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Neighbours({ previous, next }: Pick<Props, 'previous' | 'next'>) {
  const t = useTranslations('docs.nav')
  if (!previous && !next) return null
  return (
    <nav
      aria-label={t('neighbours')}
      className="no-print mt-12 grid gap-3 border-line border-t pt-6 sm:grid-cols-2"
    >
      {previous && (
        <Neighbour page={previous} label={t('previous')} rel="prev">
          <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
        </Neighbour>
      )}
      {next && (
        <Neighbour page={next} label={t('next')} rel="next">
          <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
        </Neighbour>
      )}
    </nav>
  )
}

type NeighbourProps = { page: DocsPage; label: string; rel: 'prev' | 'next'; children: ReactNode }

function Neighbour({ page, label, rel, children }: NeighbourProps) {
  const isNext = rel === 'next'
  return (
    <Link
      href={page.path}
      rel={rel}
      className={`flex min-h-16 items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 hover:border-accent ${isNext ? 'flex-row-reverse text-right sm:col-start-2' : ''}`}
    >
      {children}
      <span className="grid min-w-0 flex-1">
        <span className="text-muted text-xs">{label}</span>
        <span className="font-medium text-accent">{page.title}</span>
      </span>
    </Link>
  )
}

type PartViewProps = { part: Part; run?: (operation: string) => ReactNode }

/** A part of a page; an endpoint has its text, and next to it the request over the response. */
function PartView({ part, run }: PartViewProps) {
  const { anchor, title, blocks, columns, operation } = part
  if (!anchor || !title) return <Blocks blocks={blocks} />
  const heading = (
    <h2 id={`${anchor}-title`} className="text-xl">
      {title}
    </h2>
  )
  const look =
    'scroll-mt-6 border-line border-t pt-8 first:border-0 first:pt-0 [div:first-child+&]:border-0 [div:first-child+&]:pt-0'
  if (!columns)
    return (
      <section id={anchor} aria-labelledby={`${anchor}-title`} className={`grid min-w-0 gap-4 ${look}`}>
        {heading}
        {anchor === 'tasks' ? <Tasks blocks={blocks} /> : <Blocks blocks={blocks} />}
      </section>
    )
  const [request, response] = columns
  return (
    <section
      id={anchor}
      aria-labelledby={`${anchor}-title`}
      className={`grid min-w-0 gap-8 lg:grid-cols-2 xl:grid-cols-[5fr_4fr] ${look}`}
    >
      <div className="grid min-w-0 content-start gap-4">
        {heading}
        <Blocks blocks={blocks} />
      </div>
      <div className="grid min-w-0 content-start gap-8 self-start lg:sticky lg:top-6">
        <Aside column={request}>{operation && run?.(operation)}</Aside>
        <Aside column={response} />
      </div>
    </section>
  )
}

const icons = [Banknote, TriangleAlert, ArrowUp, Bot]

/** What one comes for: a list whose items are each a counter, with a task in bold and the pages that it takes. */
function Tasks({ blocks }: { blocks: Block[] }) {
  const tasks = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []))
  return (
    <ul className="grid border-line border-t sm:grid-cols-2">
      {tasks.map((task, index) => {
        const Icon = icons[index] ?? Banknote
        const [, text = task, links = ''] = /^(.*?) (\[.*)$/.exec(task) ?? []
        return (
          <li key={task} className="flex gap-4 border-line border-b py-4 sm:even:border-l sm:even:pl-6">
            <span aria-hidden="true" className="w-10 shrink-0 self-start">
              <span className="on-brand arch grid h-10.5 place-items-center">
                <Icon className="size-4.5" />
              </span>
              <span className="ledge block h-1" />
            </span>
            <div className="min-w-0 text-muted text-sm">
              <p className="[&>strong]:block [&>strong]:text-base [&>strong]:text-ink">
                <InlineText text={text} />
              </p>
              <p className="mt-1 flex flex-wrap gap-x-4 [&>a]:min-h-6">
                <InlineText text={links} />
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Aside({ column, children }: { column: BlockColumn; children?: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-4">
      <h3 className="text-lg">{column.title}</h3>
      <Blocks blocks={column.blocks} />
      {children}
    </div>
  )
}

function Blocks({ blocks }: { blocks: Block[] }) {
  return (
    <div className="grid min-w-0 gap-4">
      {blocks.map((block) => (
        <BlockView key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  )
}

/** One block of a page of the documentation. */
function BlockView({ block }: { block: Block }) {
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
    case 'links':
      return <LinksOf {...block} />
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

/** The look of tabs, whose contents are pages. */
function LinksOf({ label, links }: Extract<Block, { kind: 'links' }>) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b">
      {links.map(({ label: name, path, current }) => (
        <Link key={path} href={path} aria-current={current ? 'page' : undefined} className={tabLook}>
          {name}
        </Link>
      ))}
    </nav>
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
