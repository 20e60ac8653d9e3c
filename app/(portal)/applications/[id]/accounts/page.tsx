import { FlaskConical } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { SubmitButton } from '@/components/ui/submit-button'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { testAccountLimit } from '@/lib/sandbox/schema'
import { titledApplication } from '../frame'
import { importFixture, resetAccounts } from './actions'
import { AccountsFrame } from './frame'
import { requireSandbox } from './page-data'
import { OwnAccounts, SharedAccounts } from './tables'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const outcomes = ['created', 'changed', 'reset', 'resetAll', 'deleted', 'imported'] as const

export const generateMetadata = titledApplication('sandbox')

/** The test accounts available to one Sandbox application: its own and the shared ones. */
export default async function TestAccountsPage({ params, searchParams }: Props) {
  const { application } = await requireSandbox((await params).id)
  const accounts = await listTestAccounts(application)
  const t = await getTranslations('sandbox')
  const home = `/applications/${application.id}/accounts`
  const add = <ButtonLink href={`${home}/new`}>{t('add')}</ButtonLink>
  return (
    <AccountsFrame application={application} lead={t('lead')} actions={accounts.length > 0 && add}>
      <div className="grid gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: outcomes, text: (key) => t(`done.${key}`) }}
        />
        {accounts.length === 0 ? (
          <EmptyState icon={<FlaskConical aria-hidden="true" />} title={t('none')} action={add}>
            {t('noneText')}
          </EmptyState>
        ) : (
          <Card
            title={t('own')}
            aside={
              <span className="text-muted text-sm">
                {t('ownCount', { count: accounts.length, limit: testAccountLimit })}
              </span>
            }
          >
            <OwnAccounts accounts={accounts} home={home} reset={resetAccounts.bind(null, application.id)} />
            {accounts.some(({ changed }) => changed) && (
              <ActionForm action={resetAccounts.bind(null, application.id)} className="mt-4">
                <SubmitButton variant="secondary">{t('resetAll')}</SubmitButton>
              </ActionForm>
            )}
          </Card>
        )}
        <Card title={t('fixture')}>
          <p className="mb-4 max-w-prose text-muted text-sm">{t('fixtureLead')}</p>
          <div className="grid gap-6">
            <ActionForm action={importFixture.bind(null, application.id)} summary={false} className="gap-4">
              <FileInput
                name="fixture"
                label={t('file')}
                hint={t('fileHint', { limit: testAccountLimit })}
                accept="application/json,.json"
              />
              <FormEnd variant="secondary">{t('import')}</FormEnd>
            </ActionForm>
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
        </Card>
        <Card title={t('shared')}>
          <p className="mb-4 max-w-prose text-muted text-sm">{t('sharedLead')}</p>
          <SharedAccounts />
        </Card>
      </div>
    </AccountsFrame>
  )
}
