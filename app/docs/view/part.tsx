import type { ReactNode } from 'react'
import type { Block, Column, Part } from '../content/blocks'
import { BlockView } from './block'

type Props = { part: Part; run?: (operation: string) => ReactNode }

/** A part of a page; an endpoint has its text, and next to it the request over the response. */
export function PartView({ part, run }: Props) {
  const { anchor, title, blocks, columns, operation } = part
  if (!anchor || !title) return <Blocks blocks={blocks} />
  const heading = (
    <h2 id={`${anchor}-title`} className="text-2xl">
      {title}
    </h2>
  )
  const look = 'scroll-mt-6 border-line border-t pt-8 first:border-0 first:pt-0'
  if (!columns)
    return (
      <section id={anchor} aria-labelledby={`${anchor}-title`} className={`grid min-w-0 gap-4 ${look}`}>
        {heading}
        <Blocks blocks={blocks} />
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
