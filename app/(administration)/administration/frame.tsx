import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StaffFrame } from '@/app/_request/staff-frame'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import type { StaffPage } from '@/components/staff-pages'
import { PageHeader } from '@/components/ui/page-header'

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
  current: StaffPage
  title: string
  lead?: string
  badges?: ReactNode
  /** Buttons of the page. */
  actions?: ReactNode
  /** Parent pages, below Administration. */
  above?: { href: string; label: string }[]
  /** The page's query, in which an action says what was just done. */
  query?: Query
  children: ReactNode
}

/** Heading, the rail of all areas, and the result of the last action. */
export async function Frame({
  current,
  title,
  lead,
  badges,
  actions,
  above = [],
  query = {},
  children,
}: Props) {
  const t = await getTranslations('administration')
  return (
    <StaffFrame current={current} administers>
      <PageHeader
        title={title}
        badges={badges}
        actions={actions}
        breadcrumbs={above.length > 0 ? [{ href: '/administration', label: t('title') }, ...above] : []}
      >
        {lead}
      </PageHeader>
      <OneTimeNotices
        query={query}
        done={{ keys: notices, text: (key) => t(`done.${key}`) }}
        className="mb-6"
      />
      {children}
    </StaffFrame>
  )
}
