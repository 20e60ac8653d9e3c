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
