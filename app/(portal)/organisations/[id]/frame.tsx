import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StateBadge } from '@/components/state-badge'
import { PageHeader } from '@/components/ui/page-header'
import { PageTabs } from '@/components/ui/page-tabs'
import type { TeamOrganisation } from '@/lib/organisations/queries'

type Props = {
  organisation: TeamOrganisation
  /** The tab that this page is, or is below; a form has none. */
  current?: 'overview' | 'team'
  /** The page's subject; the organisation's first page has none. */
  title?: string
  lead?: ReactNode
  /** The pages between the organisation's first page and this one. */
  above?: { href: string; label: string }[]
  /** Shown next to the state. */
  badge?: ReactNode
  children: ReactNode
}

/** The frame of every page about one organisation: its heading is always the legal name. */
export async function OrganisationFrame({ organisation, current, title, above = [], ...props }: Props) {
  const { id, legalName, state } = organisation
  const t = await getTranslations('organisations')
  const list = { href: '/organisations', label: t('title') }
  const own = { href: `/organisations/${id}`, label: legalName }
  return (
    <>
      <PageHeader
        title={legalName}
        breadcrumbs={title ? [list, own, ...above] : [list]}
        here={title}
        badges={
          <>
            <StateBadge state={state} />
            {props.badge}
          </>
        }
      />
      {current && (
        <PageTabs
          label={t('nav.label')}
          tabs={[
            { ...own, label: t('nav.overview'), current: current === 'overview' },
            { href: `${own.href}/team`, label: t('nav.team'), current: current === 'team' },
          ]}
        />
      )}
      {title && (
        <div className="mb-6 grid min-w-0 gap-1.5">
          <h2 className="text-2xl [overflow-wrap:anywhere]">{title}</h2>
          {props.lead && <div className="max-w-prose text-muted">{props.lead}</div>}
        </div>
      )}
      {props.children}
    </>
  )
}
