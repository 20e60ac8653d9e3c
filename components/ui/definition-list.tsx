import type { ReactNode } from 'react'

/** Names and their values, side by side if there is room. */
export function DefinitionList({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="@container grid text-sm">
      {items.map(({ term, value }) => (
        <div
          key={term}
          className="grid gap-x-6 gap-y-1 border-line border-b py-3 first:pt-0 last:border-b-0 last:pb-0 @md:grid-cols-[11rem_1fr]"
        >
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

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
