import type { ReactNode } from 'react'
import { TabStrip } from '@/components/shell/tab-strip'
import { Link } from '@/components/ui/link'

type Props = {
  label: string
  pages: { href: string; label: string; current: boolean }[]
  children: ReactNode
}

/** The pages of one subject: a list at the left of their content, in narrow windows a line above it. */
export function SubPages({ label, pages, children }: Props) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 xl:grid-cols-[10rem_minmax(0,1fr)]">
      <nav aria-label={label} className="no-print max-xl:border-line max-xl:border-b xl:-ml-2.5">
        <TabStrip>
          {pages.map((page) => (
            <li key={page.href} className="shrink-0">
              <Link href={page.href} aria-current={page.current ? 'page' : undefined} className="sub-page">
                {page.label}
              </Link>
            </li>
          ))}
        </TabStrip>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
