import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ApplicationNav } from '@/components/application-nav'
import { EnvironmentBadge } from '@/components/environment-badge'
import { PageHeader } from '@/components/ui/page-header'
import type { Application } from '@/generated/prisma/client'

type Props = {
  application: Pick<Application, 'id' | 'name'>
  /** Of a page below the list. */
  title?: string
  lead?: string
  actions?: ReactNode
  children: ReactNode
}

/** The frame of the pages on an application's test accounts. */
export async function AccountsFrame({ application: { id, name }, title, lead, actions, children }: Props) {
  const t = await getTranslations('sandbox')
  const list = { href: `/applications/${id}/accounts`, label: t('title') }
  return (
    <>
      <PageHeader
        title={title ?? t('title')}
        breadcrumbs={[
          { href: '/applications', label: (await getTranslations('applications'))('title') },
          { href: `/applications/${id}`, label: name },
          ...(title ? [list] : []),
        ]}
        badges={<EnvironmentBadge environment="sandbox" />}
        actions={actions}
      >
        {lead}
      </PageHeader>
      <ApplicationNav id={id} environment="sandbox" current="accounts" />
      {children}
    </>
  )
}
