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
