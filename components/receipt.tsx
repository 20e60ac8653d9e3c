import type { ReactNode } from 'react'

type Row = [term: string, value: ReactNode]

type Props = {
  title: string
  /** The status of the response, at the right of the title. */
  status?: string
  lines?: Row[]
  total?: Row
  /** Below the total: where the response came from, and how long it took. */
  foot?: Row
  /** In place of the lines and the total. */
  children?: ReactNode
  /** Whether it was printed before: it does not move. */
  still?: boolean
}

/** A receipt, or what is until there is one, below the ledge of the counter that it comes out of. */
export function LedgeSlot({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-88">
      <div className="ledge relative z-1 h-2.5" />
      <div className="px-3">{children}</div>
    </div>
  )
}

/** Where a receipt will come out. */
export function EmptySlot({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`grid place-items-center border border-line-strong border-t-0 border-dashed px-4 text-center text-muted text-sm ${className}`}
    >
      {children}
    </span>
  )
}

const tones: Record<string, string> = { 2: 'text-success', 5: 'text-danger' }

/** The response to a balance query, as a ticket that comes out of its counter. */
export function Receipt({ title, status, lines, total, foot, children, still }: Props) {
  return (
    <div className="ticket-slot">
      <div className="ticket" data-still={still || undefined}>
        <div className="ticket-edge @container bg-ticket px-4 pt-4 pb-6 font-mono text-ink text-xs sm:px-6 sm:pt-5">
          <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
            {title}
            {status && <span className={tones[status[0] ?? ''] ?? 'text-warning'}>{status}</span>}
          </p>
          {children}
          {lines && (
            <dl className="@min-[22rem]:grid-flow-col @min-[22rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @min-[22rem]:grid-rows-2 mt-2 grid gap-x-4 border-line-strong/50 border-t border-dashed pt-2 leading-6">
              {lines.map((line) => (
                <Line key={line[0]} line={line} />
              ))}
            </dl>
          )}
          {total && (
            <dl className="mt-2 border-line-strong/50 border-t border-dashed pt-1 leading-6">
              <Line line={total} large />
              {foot && <Line line={foot} />}
            </dl>
          )}
        </div>
      </div>
    </div>
  )
}

function Line({ line: [term, value], large = false }: { line: Row; large?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className={large ? undefined : 'text-muted'}>{term}</dt>
      <dd
        className={
          large
            ? '@sm:text-3xl text-2xl font-semibold tabular-nums leading-10 [overflow-wrap:anywhere]'
            : 'ml-auto'
        }
      >
        {value}
      </dd>
    </div>
  )
}
