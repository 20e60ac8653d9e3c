import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { PageLink } from '@/components/ui/page-link'

type Props = {
  title: string
  /** The parent pages, outermost first. */
  breadcrumbs?: { href: string; label: string }[]
  /** The last of the breadcrumbs; without it, the title. */
  here?: string
  /** Environment and state of the page's subject. */
  badges?: ReactNode
  /** Buttons of the page. */
  actions?: ReactNode
  /** The page's purpose in one sentence. */
  children?: ReactNode
}

/** Characters from which a name is smaller: it then fits its line, rather than leave one letter for the next. */
const longTitle = 40

/** The top of a page: breadcrumbs, its only `h1`, and its actions. Server component. */
export function PageHeader({ title, breadcrumbs = [], here = title, badges, actions, children }: Props) {
  return (
    <header className="mb-8 grid grid-cols-1 gap-3">
      {breadcrumbs.length > 0 && <Breadcrumbs pages={breadcrumbs} title={here} />}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2.5">
          <h1
            className={classNames(
              'min-w-0 [overflow-wrap:anywhere]',
              title.length > longTitle ? 'text-2xl' : 'text-3xl',
            )}
          >
            {title}
          </h1>
          {badges && <div className="flex flex-wrap gap-2">{badges}</div>}
        </div>
        {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children && <div className="max-w-prose text-muted">{children}</div>}
    </header>
  )
}

function Breadcrumbs({ pages, title }: { pages: { href: string; label: string }[]; title: string }) {
  const t = useTranslations('common')
  return (
    <nav aria-label={t('breadcrumbs')} className="no-print">
      <ol className="flex flex-wrap items-center gap-x-1 text-muted text-sm">
        {pages.map((page) => (
          <li key={page.href} className="flex items-center gap-1">
            <PageLink
              href={page.href}
              className="inline-flex min-h-6 items-center hover:text-ink hover:underline"
            >
              {page.label}
            </PageLink>
            <ChevronRight className="size-3.5" aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page" className="max-w-full truncate text-ink">
          {title}
        </li>
      </ol>
    </nav>
  )
}
