import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { administrationPages } from '@/components/administration-pages'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { TabStrip } from '@/components/ui/tab-strip'

type Page = (typeof administrationPages)[number]

const notices = [
  'erased',
  'uploaded',
  'approved',
  'rejected',
  'support',
  'suspended',
  'reinstated',
  'appointed',
  'access',
  'factor',
  'role',
  'unlinked',
  'invited',
  'cancelled',
  'again',
  'resolved',
  'brandingUndone',
  'reminded',
  'noneReminded',
  'limit',
  'undone',
  'changed',
  'withdrawn',
] as const

type Props = {
  current: Page
  title: string
  lead?: string
  badges?: ReactNode
  /** Parent pages, below Administration. */
  above?: { href: string; label: string }[]
  /** The page's query, in which an action says what was just done. */
  query?: Query
  children: ReactNode
}

/** Heading, navigation between the administration pages, and the result of the last action. */
export async function Frame({ current, title, lead, badges, above = [], query = {}, children }: Props) {
  const t = await getTranslations('administration')
  return (
    <>
      <PageHeader
        title={title}
        badges={badges}
        breadcrumbs={above.length > 0 ? [{ href: '/administration', label: t('title') }, ...above] : []}
      >
        {lead}
      </PageHeader>
      <nav aria-label={t('nav.label')} className="no-print mb-8 border-line border-b lg:pb-3">
        <TabStrip wraps>
          {administrationPages.map((page) => (
            <li key={page} className="shrink-0">
              <Link
                href={page === 'overview' ? '/administration' : `/administration/${page}`}
                aria-current={page === current ? 'page' : undefined}
                className="inline-flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink lg:min-h-8 lg:rounded-lg lg:border-b-0 lg:hover:bg-raised lg:aria-[current=page]:bg-raised"
              >
                {t(`nav.${page}`)}
              </Link>
            </li>
          ))}
        </TabStrip>
      </nav>
      <OneTimeNotices
        query={query}
        done={{ keys: notices, text: (key) => t(`done.${key}`) }}
        className="mb-6"
      />
      {children}
    </>
  )
}
