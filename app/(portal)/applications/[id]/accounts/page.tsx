import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { DownloadLink } from '@/components/ui/download-link'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { SettingRow } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { testAccountLimit } from '@/lib/sandbox/schema'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { AccountList, listAccountGroups } from './account-list'
import { importFixture, resetAccounts } from './actions'
import { requireSandbox } from './page-data'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const outcomes = ['created', 'changed', 'reset', 'resetAll', 'deleted', 'imported'] as const

export const generateMetadata = applicationMetadata('sandbox')

/** The test accounts available to one Sandbox application: its own and the shared ones. */
export default async function TestAccountsPage({ params, searchParams }: Props) {
  const { application } = await requireSandbox((await params).id)
  const accounts = await listTestAccounts(application)
  const t = await getTranslations('sandbox')
  const { id } = application
  const home = applicationPath(id, 'accounts')
  const groups = await listAccountGroups(accounts)
  return (
    <ApplicationPageLayout application={application} current="accounts">
      <div className="grid gap-5">
        <FlashMessages
          query={await searchParams}
          done={{ keys: outcomes, text: (key) => t(`done.${key}`) }}
        />
        <AccountList groups={groups} applicationId={id} />
        {accounts.some(({ changed }) => changed) && (
          <ActionForm action={resetAccounts.bind(null, id)}>
            <SubmitButton variant="secondary">{t('resetAll')}</SubmitButton>
          </ActionForm>
        )}
        <div>
          <SettingRow
            heading="h2"
            name={t('own')}
            value={t('ownCount', { count: accounts.length, limit: testAccountLimit })}
            note={t('ownLead')}
            act={
              accounts.length > 0 && (
                <DownloadLink href={`${home}/export`} variant="quiet" size="small">
                  {t('export')}
                </DownloadLink>
              )
            }
          />
          <SettingRow
            heading="h2"
            name={t('fixture')}
            note={t('fixtureLead')}
            action={importFixture.bind(null, id)}
          >
            <FileInput
              name="fixture"
              label={t('file')}
              hint={t('fileHint', { limit: testAccountLimit })}
              accept="application/json,.json"
            />
            <FormEnd variant="secondary">{t('import')}</FormEnd>
          </SettingRow>
        </div>
      </div>
    </ApplicationPageLayout>
  )
}
