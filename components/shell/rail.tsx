import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TabStrip } from '@/components/shell/tab-strip'
import { Link } from '@/components/ui/link'

export const railId = 'rail'

export type RailItem = {
  href: string
  label: string
  icon: LucideIcon
  current?: boolean
  /** Next to the name: how much waits, or how far something is. */
  count?: ReactNode
}

export type RailProps = {
  label: string
  groups: { title?: string; items: RailItem[] }[]
}

/**
 * The pages at the left of the content: by name, by icon below 1,100 px, and on phones a sheet, which is a popover and
 * needs no script. Server component.
 */
export function Rail({ label, groups }: RailProps) {
  return (
    <nav id={railId} popover="auto" aria-label={label} className="rail no-print">
      {groups.map(({ title, items }) => (
        <div key={items[0]?.href} className="mb-3.5">
          {title && <p className="rail-title px-2.5 pb-1 font-medium text-muted text-xs">{title}</p>}
          <ul aria-label={title}>
            {items.map(({ href, label: name, icon: Icon, current, count }) => (
              <li key={href}>
                <Link
                  href={href}
                  title={name}
                  aria-current={current ? 'page' : undefined}
                  className="rail-item"
                >
                  <Icon aria-hidden="true" />
                  <span className="rail-name min-w-0 [overflow-wrap:anywhere]">{name}</span>
                  {count && (
                    <span className="rail-name ml-auto whitespace-nowrap text-xs tabular-nums">{count}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

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
