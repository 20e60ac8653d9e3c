import { getTranslations } from 'next-intl/server'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
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
  return (
    <AccountsFrame
      application={application}
      lead={t(accounts.length > 0 ? 'lead' : 'noneText')}
      actions={<ButtonLink href={`${home}/new`}>{t('add')}</ButtonLink>}
    >
      <div className="grid gap-10">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: outcomes, text: (key) => t(`done.${key}`) }}
        />
        {accounts.length > 0 && (
          <Section title={t('own')} lead={t('ownCount', { count: accounts.length, limit: testAccountLimit })}>
            <OwnAccounts accounts={accounts} home={home} reset={resetAccounts.bind(null, application.id)} />
            {accounts.some(({ changed }) => changed) && (
              <ActionForm action={resetAccounts.bind(null, application.id)}>
                <SubmitButton variant="secondary">{t('resetAll')}</SubmitButton>
              </ActionForm>
            )}
          </Section>
        )}
        <Section title={t('shared')} lead={t('sharedLead')}>
          <SharedAccounts />
        </Section>
        <Section title={t('fixture')} lead={t('fixtureLead')}>
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
        </Section>
      </div>
    </AccountsFrame>
  )
}
