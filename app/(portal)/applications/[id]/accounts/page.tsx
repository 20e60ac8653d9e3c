import { getFormatter, getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { FlashMessages } from '@/components/flash-messages'
import { formatAmount } from '@/components/format'
import { type Query, withQuery } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { DownloadLink } from '@/components/ui/download-link'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import type { FormAction } from '@/components/ui/form-state'
import { SettingRow } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { Table } from '@/components/ui/table'
import { getLocale } from '@/i18n/current-locale'
import { type ListedTestAccount, listTestAccounts } from '@/lib/sandbox/queries'
import { testAccountLimit } from '@/lib/sandbox/schema'
import { applicationMetadata } from '../page-layout'
import { listTestCases } from '../test-cases'
import { importFixture, resetAccounts } from './actions'
import { requireSandbox } from './page-data'
import { TestAccountsPageLayout } from './page-layout'

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
    <TestAccountsPageLayout
      application={application}
      lead={t(accounts.length > 0 ? 'lead' : 'noneText')}
      actions={<ButtonLink href={`${home}/new`}>{t('add')}</ButtonLink>}
    >
      <div className="grid gap-5">
        <FlashMessages
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
        <div>
          {accounts.length > 0 && (
            <SettingRow
              name={t('own')}
              value={t('ownCount', { count: accounts.length, limit: testAccountLimit })}
              act={
                <DownloadLink href={`${home}/export`} variant="quiet" size="small">
                  {t('export')}
                </DownloadLink>
              }
            />
          )}
          <SettingRow name={t('fixture')} note={t('fixtureLead')} action={importFixture.bind(null, id)}>
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
    </TestAccountsPageLayout>
  )
}

type Shown = Pick<
  ListedTestAccount,
  'balance' | 'frozenBalance' | 'currency' | 'delayMs' | 'error' | 'faultCalls' | 'faultSeconds'
>

type Row = { msisdn: string; group: string; purpose: string; account?: Shown; own?: ListedTestAccount }

/** The shared accounts by what a program has to do about them, then the application's own. */
async function listAccountGroups(accounts: ListedTestAccount[]) {
  const t = await getTranslations('sandbox')
  const shared = (await listTestCases()).map(({ key, label, hint, cases }) => ({
    key: key as string,
    label,
    hint,
    rows: cases.map(({ msisdn, label, account }): Row => {
      const fault = {
        error: account?.outage ? ('unavailable' as const) : null,
        faultCalls: null,
        faultSeconds: null,
      }
      return { msisdn, group: key, purpose: label, account: account && { ...account, ...fault } }
    }),
  }))
  const own = accounts.map((own): Row => {
    const purpose = t('kind', { type: t(`type.${own.type}`), status: t(`status.${own.status}`) })
    return { msisdn: own.msisdn, group: 'own', purpose, account: own, own }
  })
  const hint = t('ownCount', { count: own.length, limit: testAccountLimit })
  return [...shared, ...(own.length > 0 ? [{ key: 'own', label: t('own'), hint, rows: own }] : [])]
}

type TableProps = {
  groups: Awaited<ReturnType<typeof listAccountGroups>>
  applicationPath: string
  reset: FormAction
}

/** All test accounts in one list: those of the application can be changed, and every one queried in the console. */
async function AccountTable({ groups, applicationPath, reset }: TableProps) {
  const t = await getTranslations('sandbox')
  const locale = await getLocale()
  const amount = (value: string, currency: string) => (
    <code className={`whitespace-nowrap tabular-nums ${value.startsWith('-') ? 'text-danger' : ''}`}>
      {formatAmount(value, locale)} {currency}
    </code>
  )
  return (
    <Table
      caption={t('title')}
      rows={groups.flatMap(({ rows }) => rows)}
      rowKey={({ msisdn, group }) => `${group} ${msisdn}`}
      groups={groups.map(({ rows, ...group }) => ({ ...group, size: rows.length }))}
      columns={[
        {
          label: t('column.msisdn'),
          cell: ({ msisdn, own }) => (
            <span className="flex flex-wrap items-center gap-2">
              <code className="tabular-nums">{msisdn}</code>
              {own?.changed && <Badge>{t('changedMark')}</Badge>}
              {own?.shadowed && <span className="font-normal text-warning text-xs">{t('shadowed')}</span>}
            </span>
          ),
        },
        { label: t('column.case'), cell: ({ purpose }) => purpose },
        {
          label: t('column.balance'),
          cell: ({ account }) => account && amount(account.balance, account.currency),
          numeric: true,
        },
        {
          label: t('column.frozen'),
          cell: ({ account }) =>
            account && /[1-9]/.test(account.frozenBalance) && amount(account.frozenBalance, account.currency),
          numeric: true,
        },
        { label: t('column.answers'), cell: await responseWriter() },
        {
          label: t('column.action'),
          action: true,
          numeric: true,
          cell: ({ msisdn, own }) => <Acts {...{ msisdn, own, applicationPath, reset }} />,
        },
      ]}
    />
  )
}

/** Nothing where it is the balance immediately. */
async function responseWriter() {
  const t = await getTranslations('sandbox')
  const format = await getFormatter()
  return ({ account }: Row) => {
    if (!account) return <code className="text-warning">404 account_not_found</code>
    const { error, delayMs, faultCalls, faultSeconds } = account
    const rest = [
      delayMs > 0 && t('after', { seconds: format.number(delayMs / 1000) }),
      faultCalls !== null && t('forCalls', { calls: faultCalls }),
      faultSeconds !== null && t('forSeconds', { seconds: faultSeconds }),
    ].filter(Boolean)
    if (!error) return rest.join(' ')
    return (
      <>
        <code className={error === 'unavailable' ? 'text-danger' : 'text-warning'}>
          {t(`error.${error}`)}
        </code>{' '}
        {rest.join(' ')}
      </>
    )
  }
}

type ActProps = Pick<Row, 'msisdn' | 'own'> & Omit<TableProps, 'groups'>

async function Acts({ msisdn, own, applicationPath, reset }: ActProps) {
  const t = await getTranslations('sandbox')
  const which = <span className="sr-only"> {t('which', { msisdn })}</span>
  const look = {
    variant: 'quiet',
    size: 'small',
    className: 'min-h-7! px-2! py-0! text-accent! text-xs!',
  } as const
  return (
    <span className="flex items-center gap-1 md:justify-end">
      {own && (own.changed || own.delayMs > 0 || own.error !== null) && (
        <ActionForm action={reset}>
          <input type="hidden" name="msisdn" value={msisdn} />
          <SubmitButton {...look}>
            {t('reset')}
            {which}
          </SubmitButton>
        </ActionForm>
      )}
      {own && (
        <ButtonLink href={`${applicationPath}/accounts/${msisdn}`} {...look}>
          {t('edit')}
          {which}
        </ButtonLink>
      )}
      {/* Where a pointer can be over the row, only then. */}
      <span className="flex items-center md:[@media(hover:hover)]:opacity-0 [tr:focus-within_&]:opacity-100 [tr:hover_&]:opacity-100">
        <ButtonLink href={withQuery(`${applicationPath}/try`, { msisdn })} {...look}>
          {t('try')}
          {which}
        </ButtonLink>
        <CopyButton
          text={msisdn}
          name={`${(await getTranslations('common.copy'))('copy')} ${msisdn}`}
          place="quiet"
        />
      </span>
    </span>
  )
}
