import { getFormatter, getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { formatAmount } from '@/components/format'
import { withQuery } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import { getLocale } from '@/i18n/current-locale'
import type { ListedTestAccount } from '@/lib/sandbox/queries'
import { testAccountLimit } from '@/lib/sandbox/schema'
import { listTestCases } from '../test-cases'
import { resetAccounts } from './actions'

type Shown = Pick<
  ListedTestAccount,
  'status' | 'balance' | 'frozenBalance' | 'currency' | 'delayMs' | 'error' | 'faultCalls' | 'faultSeconds'
>

type Row = { msisdn: string; group: string; purpose: string; account?: Shown; own?: ListedTestAccount }

/** The shared accounts by what a program has to do about them, then the application's own. */
export async function listAccountGroups(accounts: ListedTestAccount[]) {
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

type Props = {
  groups: Awaited<ReturnType<typeof listAccountGroups>>
  applicationId: string
  /** Whether one is open next to the list, which then has no room for more than the balances. */
  slim?: boolean
}

/** After so many decimals, so that the points of amounts are below each other. */
const room = ['xl:pr-[4ch]', 'xl:pr-[2ch]', 'xl:pr-[1ch]']

/** All test accounts in one list: those of the application can be changed, and every one queried in the console. */
export async function AccountList({ groups, applicationId, slim }: Props) {
  const t = await getTranslations('sandbox')
  const locale = await getLocale()
  const amount = (value: string, currency: string) => (
    <code className={`whitespace-nowrap tabular-nums ${value.startsWith('-') ? 'text-danger' : ''}`}>
      <span className={room[value.split('.')[1]?.length ?? 0]}>{formatAmount(value, locale)}</span> {currency}
    </code>
  )
  const details: Column<Row>[] = [
    {
      label: t('column.frozen'),
      cell: ({ account }) =>
        account && /[1-9]/.test(account.frozenBalance) && amount(account.frozenBalance, account.currency),
      numeric: true,
    },
    { label: t('column.answers'), plain: true, cell: await responseWriter() },
    {
      label: t('column.action'),
      action: true,
      cell: ({ msisdn, own }) => <Acts {...{ msisdn, own, applicationId }} />,
    },
  ]
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 lg:min-h-10">
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
        {!slim && (
          <ButtonLink href={`${applicationPath(applicationId, 'accounts')}/new`}>{t('add')}</ButtonLink>
        )}
      </div>
      <div className="relative md:max-lg:overflow-x-auto">
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
            { label: t('column.case'), plain: true, cell: ({ purpose }) => purpose },
            {
              label: t('column.balance'),
              cell: ({ account }) => account && amount(account.balance, account.currency),
              numeric: true,
              beside: true,
            },
            ...(slim ? [] : details),
          ]}
        />
      </div>
    </div>
  )
}

/** Nothing where it is the balance of an active account, immediately. */
async function responseWriter() {
  const t = await getTranslations('sandbox')
  const format = await getFormatter()
  return ({ account }: Row) => {
    if (!account)
      return (
        <code className="text-warning [overflow-wrap:anywhere] min-[90rem]:whitespace-nowrap">
          404 account_not_found
        </code>
      )
    const { status, error, delayMs, faultCalls, faultSeconds } = account
    const rest = [
      delayMs > 0 && t('after', { seconds: format.number(delayMs / 1000) }),
      faultCalls !== null && t('forCalls', { calls: faultCalls }),
      faultSeconds !== null && t('forSeconds', { seconds: faultSeconds }),
    ].filter(Boolean)
    if (!error) {
      const words = [...(status === 'active' ? [] : [t(`status.${status}`)]), ...rest]
      return words.length > 0 && ['200', ...words].join(', ')
    }
    return (
      <>
        <code
          className={`[overflow-wrap:anywhere] min-[90rem]:whitespace-nowrap ${error === 'unavailable' ? 'text-danger' : 'text-warning'}`}
        >
          {t(`error.${error}`)}
        </code>{' '}
        {rest.join(' ')}
      </>
    )
  }
}

type ActProps = Pick<Row, 'msisdn' | 'own'> & Pick<Props, 'applicationId'>

async function Acts({ msisdn, own, applicationId }: ActProps) {
  const t = await getTranslations('sandbox')
  const which = <span className="sr-only"> {t('which', { msisdn })}</span>
  const look = {
    variant: 'quiet',
    size: 'small',
    className: 'min-h-7! px-2! py-0! text-accent! text-xs!',
  } as const
  return (
    <span className="flex flex-wrap items-center gap-1 md:justify-end">
      {/* Where a pointer can be over the row, only then. */}
      <span className="flex items-center md:[@media(hover:hover)]:opacity-0 [tr:focus-within_&]:opacity-100 [tr:hover_&]:opacity-100">
        <ButtonLink href={withQuery(applicationPath(applicationId, 'try'), { msisdn })} {...look}>
          {t('try')}
          {which}
        </ButtonLink>
        <CopyButton
          text={msisdn}
          name={`${(await getTranslations('common.copy'))('copy')} ${msisdn}`}
          place="quiet"
        />
      </span>
      {own && (own.changed || own.delayMs > 0 || own.error !== null) && (
        <ActionForm action={resetAccounts.bind(null, applicationId)}>
          <input type="hidden" name="msisdn" value={msisdn} />
          <SubmitButton {...look}>
            {t('reset')}
            {which}
          </SubmitButton>
        </ActionForm>
      )}
      {own && (
        <ButtonLink href={`${applicationPath(applicationId, 'accounts')}/${msisdn}`} {...look}>
          {t('edit')}
          {which}
        </ButtonLink>
      )}
    </span>
  )
}
