import { ArrowUp, Banknote, Bot, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Block, Column, Part } from '../content/blocks'
import { BlockView } from './block'
import { InlineText } from './inline'

type Props = { part: Part; run?: (operation: string) => ReactNode }

/** A part of a page; an endpoint has its text, and next to it the request over the response. */
export function PartView({ part, run }: Props) {
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

function Aside({ column, children }: { column: Column; children?: ReactNode }) {
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
