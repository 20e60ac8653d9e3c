import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { FormFold } from '@/components/ui/form-fold'
import { FormStage } from '@/components/ui/form-stage'
import { SubmitButton } from '@/components/ui/submit-button'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { testAccountLimit } from '@/lib/sandbox/schema'
import { titledApplication } from '../frame'
import { importFixture, resetAccounts } from './actions'
import { AccountsFrame } from './frame'
import { requireSandbox } from './page-data'
import { AccountTable, listAccountGroups } from './tables'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const outcomes = ['created', 'changed', 'reset', 'resetAll', 'deleted', 'imported'] as const

export const generateMetadata = titledApplication('sandbox')

/** The test accounts available to one Sandbox application: its own and the shared ones. */
export default async function TestAccountsPage({ params, searchParams }: Props) {
  const { application } = await requireSandbox((await params).id)
  const accounts = await listTestAccounts(application)
  const t = await getTranslations('sandbox')
  const { id } = application
  const home = applicationPath(id, 'accounts')
  const groups = await listAccountGroups(accounts)
  return (
    <AccountsFrame
      application={application}
      lead={t(accounts.length > 0 ? 'lead' : 'noneText')}
      actions={<ButtonLink href={`${home}/new`}>{t('add')}</ButtonLink>}
    >
      <div className="grid gap-5">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: outcomes, text: (key) => t(`done.${key}`) }}
        />
        <nav aria-label={t('groups')} className="flex flex-wrap gap-2">
          {groups.map(({ key, label, rows }) => (
            <a
              key={key}
              href={`#${key}`}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 font-medium text-xs hover:border-line-strong"
            >
              {label} <span className="font-normal text-muted">{rows.length}</span>
            </a>
          ))}
        </nav>
        <AccountTable
          groups={groups}
          applicationPath={applicationPath(id, 'overview')}
          reset={resetAccounts.bind(null, id)}
        />
        {accounts.some(({ changed }) => changed) && (
          <ActionForm action={resetAccounts.bind(null, id)}>
            <SubmitButton variant="secondary">{t('resetAll')}</SubmitButton>
          </ActionForm>
        )}
        <FormStage action={importFixture.bind(null, id)}>
          <FormFold summary={t('fixture')}>
            <div className="grid gap-4">
              <p className="text-muted text-sm">{t('fixtureLead')}</p>
              <ActionForm summary={false} className="gap-4">
                <FileInput
                  name="fixture"
                  label={t('file')}
                  hint={t('fileHint', { limit: testAccountLimit })}
                  accept="application/json,.json"
                />
                <FormEnd variant="secondary">{t('import')}</FormEnd>
              </ActionForm>
            </div>
          </FormFold>
        </FormStage>
        {accounts.length > 0 && (
          <p>
            {/* A plain link: the router must not fetch a download. */}
            <a
              href={`${home}/export`}
              download
              className="inline-block min-h-6 text-accent underline underline-offset-2"
            >
              {t('export')}
            </a>
          </p>
        )}
      </div>
    </AccountsFrame>
  )
}
