import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

type Props = {
  /** The page's subject, where the heading is the name of what it is about. */
  subject?: string
  /** The page above the subject. */
  from?: { href: string; label: string }
  /** State and the like. */
  badges?: ReactNode
  /** The page's purpose in one sentence. */
  lead?: ReactNode
  /** Buttons of the page. */
  actions?: ReactNode
}

/** The first line of the content; nothing for a page whose rail says it all. Server component. */
export function PageTop({ subject, from, badges, lead, actions }: Props) {
  if (!subject && !badges && !lead && !actions) return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        {from && (
          <Link href={from.href} className="no-print text-muted text-sm hover:text-ink">
            {from.label} <span aria-hidden="true">/</span>
          </Link>
        )}
        {subject && <h2 className="text-subject [overflow-wrap:anywhere]">{subject}</h2>}
        {badges && <div className="flex flex-wrap gap-2">{badges}</div>}
        {lead && <div className="max-w-180 text-muted text-xs">{lead}</div>}
      </div>
      {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
