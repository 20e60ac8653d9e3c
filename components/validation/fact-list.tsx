import type { ReactNode } from 'react'

/** Names above their values, for a narrow column. */
export function FactList({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-3 text-sm">
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt className="text-muted text-xs">{term}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
