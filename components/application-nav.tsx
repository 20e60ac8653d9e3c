import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { Environment } from '@/components/environment-badge'

type Page = 'overview' | 'validation' | 'try' | 'accounts' | 'usage' | 'team'

const paths: Record<Page, string> = {
  overview: '',
  validation: '/validation',
  try: '/try',
  accounts: '/accounts',
  usage: '/usage',
  team: '/team',
}

/** Leads between the pages of one application; only Production has a validation, only the Sandbox test accounts. Server component. */
export function ApplicationNav({
  id,
  environment,
  current,
}: {
  id: string
  environment: Environment
  current?: Page
}) {
  const t = useTranslations('applications.nav')
  const pages: Page[] = [
    'overview',
    ...(environment === 'production' ? (['validation'] as const) : []),
    'try',
    ...(environment === 'sandbox' ? (['accounts'] as const) : []),
    'usage',
    'team',
  ]
  return (
    <nav aria-label={t('label')} className="no-print mb-8 border-line border-b">
      <ul className="flex flex-wrap gap-1">
        {pages.map((page) => (
          <li key={page}>
            <Link
              href={`/applications/${id}${paths[page]}`}
              aria-current={page === current ? 'page' : undefined}
              className="-mb-px inline-flex min-h-10 items-center border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {t(page)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
