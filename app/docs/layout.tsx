import type { ReactNode } from 'react'
import { Shell } from '@/app/_request/shell'
import { MarkPart } from './mark-part'
import { DocsNav } from './nav'

/** Public: it shows who is signed in, and guards nothing. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <Shell>
      <div className="wide-page grid gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <DocsNav />
        <div className="min-w-0">{children}</div>
      </div>
      <MarkPart />
    </Shell>
  )
}
