import { PageLink } from '@/components/ui/page-link'
import { TabStrip } from '@/components/ui/tab-strip'

type Props = { label: string; tabs: { href: string; label: string; current: boolean }[] }

/** Links to the pages of one subject, below its heading. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="no-print mb-8 border-line border-b">
      <TabStrip>
        {tabs.map((tab) => (
          <li key={tab.href} className="shrink-0">
            <PageLink
              href={tab.href}
              aria-current={tab.current ? 'page' : undefined}
              className="inline-flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {tab.label}
            </PageLink>
          </li>
        ))}
      </TabStrip>
    </nav>
  )
}
