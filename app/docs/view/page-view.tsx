import { ArrowLeft, ArrowRight, ArrowUp, Banknote, Bot, TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import type { Block, BlockColumn, DocsPage, Part } from '../content/blocks'
import { plainText } from '../content/inline'
import { markdownAddress } from '../content/markdown'
import { BlockView } from './block'
import { InlineCode, InlineText } from './inline'

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
  const look = 'scroll-mt-6 border-line border-t pt-8 first:border-0 first:pt-0'
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
        return (
          <li key={task} className="flex gap-4 border-line border-b py-4 sm:even:border-l sm:even:pl-6">
            <span aria-hidden="true" className="w-10 shrink-0 self-start">
              <span className="on-brand arch grid h-10.5 place-items-center">
                <Icon className="size-4.5" />
              </span>
              <span className="ledge block h-1" />
            </span>
            <p className="min-w-0 text-muted text-sm [&>a]:mr-2 [&>strong]:block [&>strong]:text-base [&>strong]:text-ink">
              <InlineText text={task} />
            </p>
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
