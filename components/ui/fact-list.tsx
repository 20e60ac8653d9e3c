import type { ReactNode } from 'react'

/** Names above their values, for a narrow column; two next to each other in a wide one. */
export function FactList({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <div className="@container">
      <dl className="grid @md:grid-cols-2 gap-x-6 gap-y-3 text-sm">
        {items.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-muted text-xs">{term}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
