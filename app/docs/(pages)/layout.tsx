import type { ReactNode } from 'react'
import { MarkPart } from '../mark-part'
import { DocsNav } from '../nav'

/**
 * Contents next to the page. Apart from the frame, or the build would give the documentation its own copy of
 * its scripts.
 */
export default function PagesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="wide-page grid gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <DocsNav />
      <div className="min-w-0">{children}</div>
      <MarkPart />
    </div>
  )
}
