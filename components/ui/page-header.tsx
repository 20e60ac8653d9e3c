import type { ReactNode } from 'react'

type Props = {
  title: string
  badges?: ReactNode
  /** The page's purpose in one sentence. */
  children?: ReactNode
}

/** The heading of a page without a rail. Server component. */
export function PageHeader({ title, badges, children }: Props) {
  return (
    <header className="mb-8 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <h1 className="min-w-0 text-3xl [overflow-wrap:anywhere]">{title}</h1>
        {badges && <div className="flex flex-wrap gap-2">{badges}</div>}
      </div>
      {children && <div className="max-w-prose text-muted">{children}</div>}
    </header>
  )
}

type NarrowPageProps = {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Other links, below the card. */
  after?: ReactNode
}

/** A page with a single task: a heading, a card and links in one column. Also works in client components. */
export function NarrowPage({ title, lead, children, after }: NarrowPageProps) {
  return (
    <div className="mx-auto grid w-full max-w-form gap-6">
      <header className="grid gap-2">
        <h1 className="text-3xl [overflow-wrap:anywhere]">{title}</h1>
        {lead && <p className="text-muted [overflow-wrap:anywhere]">{lead}</p>}
      </header>
      <div className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">{children}</div>
      {after && <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">{after}</div>}
    </div>
  )
}
