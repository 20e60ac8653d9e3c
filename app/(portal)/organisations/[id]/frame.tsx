import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StateBadge } from '@/components/state-badge'
import { PageHeader } from '@/components/ui/page-header'
import type { TeamOrganisation } from '@/lib/organisations/queries'

type Props = {
  organisation: TeamOrganisation
  /** The page's subject; the organisation's first page has none. */
  title?: string
  lead?: ReactNode
  /** The pages between the organisation's first page and this one. */
  above?: { href: string; label: string }[]
  /** Shown next to the state. */
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page about one organisation: its heading is always the legal name. */
export async function OrganisationFrame({ organisation, title, above = [], ...props }: Props) {
  const { id, legalName, state } = organisation
  const list = { href: '/organisations', label: (await getTranslations('organisations'))('title') }
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
        actions={props.actions}
      />
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
