import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { applicationPath } from '@/components/application-pages'
import { besidePanel, PanelNav, SidePanel } from '@/components/ui/side-panel'
import type { TeamApplication } from '@/lib/applications/queries'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { ApplicationPageLayout } from '../page-layout'
import { AccountList, listAccountGroups } from './account-list'

type Props = {
  application: TeamApplication
  title: string
  children: ReactNode
}

/** The form of a test account next to the list of all, alone on a narrow screen. */
export async function AccountPanel({ application, title, children }: Props) {
  const t = await getTranslations('sandbox')
  const { id } = application
  const back = { href: applicationPath(id, 'accounts'), label: t('title') }
  return (
    <ApplicationPageLayout application={application} current="accounts">
      <div className={besidePanel}>
        <AccountList
          groups={await listAccountGroups(await listTestAccounts(application))}
          applicationId={id}
          slim
        />
      </div>
      <SidePanel
        id="account"
        title={title}
        nav={<PanelNav label={title} newer={false} older={false} back={back} />}
      >
        {children}
      </SidePanel>
    </ApplicationPageLayout>
  )
}
