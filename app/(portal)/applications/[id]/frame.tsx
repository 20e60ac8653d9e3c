import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { requireApplication } from '@/app/_request/application'
import type { Area } from '@/app/_request/titled'
import { ApplicationNav, type ApplicationPage } from '@/components/application-nav'
import { EnvironmentBadge, EnvironmentEdge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { PageHeader } from '@/components/ui/page-header'
import type { TeamApplication } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'

type Props = {
  application: Pick<TeamApplication, 'id' | 'name' | 'environment' | 'state' | 'role'>
  /** The tab that this page is, or is below; pages that only ask a question have none. */
  current?: ApplicationPage
  /** The page's subject; the application's first page has none. */
  title?: string
  /** The pages between the application's first page and this one. */
  above?: { href: string; label: string }[]
  lead?: ReactNode
  /** Shown next to the environment and state. */
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page about one application. The heading is always the application's name, and the tabs are at the
 * same height on every page; the differences come below.
 */
export async function ApplicationFrame({ application, current, title, above = [], ...props }: Props) {
  const { id, name, environment, state, role } = application
  const list = { href: '/applications', label: (await getTranslations('applications'))('title') }
  const own = { href: `/applications/${id}`, label: name }
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={title ? [list, own, ...above] : [list]}
        here={title}
        badges={
          <>
            {/* Not first in the page: Next scrolls to what is, and the window's edge is above the scroll padding. */}
            <EnvironmentEdge environment={environment} />
            <EnvironmentBadge environment={environment} strong />
            <StateBadge state={state} />
            {props.badge}
          </>
        }
        actions={title ? undefined : props.actions}
      />
      {current && <ApplicationNav id={id} environment={environment} role={role} current={current} />}
      {title && (
        <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="grid min-w-0 gap-1.5">
            <h2 className="text-2xl [overflow-wrap:anywhere]">{title}</h2>
            {props.lead && <div className="max-w-prose text-muted">{props.lead}</div>}
          </div>
          {props.actions && <div className="no-print flex flex-wrap gap-2">{props.actions}</div>}
        </div>
      )}
      {props.children}
    </>
  )
}

/**
 * The metadata of a page about one application, titled with a message and then the application's name.
 * @param right needed to see the page, if it is not everyone's on the team
 */
export function titledApplication(area: Area, right?: Right) {
  return async ({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> => {
    const { application } = await requireApplication((await params).id, right)
    const t = (await getTranslations(area)) as (key: string) => string
    return { title: applicationTitle(application.name, t('title')) }
  }
}

/** The title of a page about one application: the page's subject, then the application's name. */
export function applicationTitle(name: string, page?: string): string {
  return page ? `${page} · ${name}` : name
}
