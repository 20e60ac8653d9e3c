'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type Props = { open: boolean; summary: ReactNode; className?: string; children: ReactNode }

/** Content below its summary. `open` is how it begins: a refresh of the page leaves what the reader sees as it is. */
export function Disclosure({ open, summary, className, children }: Props) {
  const [first] = useState(open)
  return (
    <details open={first} className={className ? `group ${className}` : 'group'}>
      <summary className="flex min-h-6 items-center gap-2 underline-offset-4 hover:underline">
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}
