import type { ReactNode } from 'react'

/** Names and short values in a narrow column. */
export function Facts({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {items.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
