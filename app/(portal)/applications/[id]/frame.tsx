import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ApplicationNav, type ApplicationPage } from '@/components/application-nav'
import { EnvironmentBadge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { PageHeader } from '@/components/ui/page-header'
import type { Application } from '@/generated/prisma/client'

type Props = {
  application: Pick<Application, 'id' | 'name' | 'environment' | 'state'>
  /** The page among the application's own that this one is, or lies below; those that ask one question have none. */
  current?: ApplicationPage
  /** Without it, the application's name. */
  title?: string
  /** Pages between the application's first and this one. */
  above?: { href: string; label: string }[]
  lead?: ReactNode
  /** Besides environment and state. */
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page about one application: where one is, what it is, and the way to its other pages. */
export async function ApplicationFrame({ application, current, title, above = [], ...props }: Props) {
  const { id, name, environment, state } = application
  const list = { href: '/applications', label: (await getTranslations('applications'))('title') }
  const own = { href: `/applications/${id}`, label: name }
  return (
    <>
      <PageHeader
        title={title ?? name}
        breadcrumbs={title ? [list, own, ...above] : [list]}
        badges={
          <>
            <EnvironmentBadge environment={environment} />
            <StateBadge state={state} />
            {props.badge}
          </>
        }
        actions={props.actions}
      >
        {props.lead}
      </PageHeader>
      {current && <ApplicationNav id={id} environment={environment} current={current} />}
      {props.children}
    </>
  )
}
