import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ApplicationNav, type ApplicationPage } from '@/components/application-nav'
import { EnvironmentBadge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { PageHeader } from '@/components/ui/page-header'
import type { Application } from '@/generated/prisma/client'

type Props = {
  application: Pick<Application, 'id' | 'name' | 'environment' | 'state'>
  /** The page among the application's own that this one is, or is below; those that ask one question have none. */
  current?: ApplicationPage
  /** What this page is about; the first page has none. */
  title?: string
  /** Pages between the application's first and this one. */
  above?: { href: string; label: string }[]
  lead?: ReactNode
  /** Besides environment and state. */
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page about one application. The heading is the application's name everywhere, and the links between
 * its pages are at the same height on all of them: what differs comes below.
 */
export async function ApplicationFrame({ application, current, title, above = [], ...props }: Props) {
  const { id, name, environment, state } = application
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
            <EnvironmentBadge environment={environment} />
            <StateBadge state={state} />
            {props.badge}
          </>
        }
        actions={title ? undefined : props.actions}
      />
      {current && <ApplicationNav id={id} environment={environment} current={current} />}
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

/** The title of a page about one application: what it is about, then the application's name. */
export function applicationTitle(name: string, page?: string): string {
  return page ? `${page} · ${name}` : name
}
