import { getFormatter, getTranslations } from 'next-intl/server'
import { writeAmount } from '@/components/format'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { Table } from '@/components/ui/table'
import { getLocale } from '@/i18n/current-locale'
import type { ListedTestAccount } from '@/lib/sandbox/queries'
import { type SandboxAccount, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'

type Own = {
  accounts: ListedTestAccount[]
  home: string
  reset: FormAction
}

/** An application's own accounts, each with a link to edit it. */
export async function OwnAccounts({ accounts, home, reset }: Own) {
  const t = await getTranslations('sandbox')
  const columns = await commonColumns()
  return (
    <Table
      caption={t('own')}
      rows={accounts}
      rowKey={({ msisdn }) => msisdn}
      columns={[
        {
          label: t('column.msisdn'),
          cell: ({ msisdn, changed, shadowed }) => (
            <span className="grid gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <code className="tabular-nums">{msisdn}</code>
                {changed && <Badge>{t('changedMark')}</Badge>}
              </span>
              {shadowed && <span className="font-normal text-warning text-xs">{t('shadowed')}</span>}
            </span>
          ),
        },
        ...columns,
        {
          label: t('column.action'),
          action: true,
          cell: ({ msisdn, changed, delayMs, error }) => (
            <span className="flex flex-wrap gap-2">
              <ButtonLink href={`${home}/${msisdn}`} variant="secondary" size="small">
                {t('edit')}
                <span className="sr-only"> {t('which', { msisdn })}</span>
              </ButtonLink>
              {(changed || delayMs > 0 || error !== null) && (
                <ActionForm action={reset}>
                  <input type="hidden" name="msisdn" value={msisdn} />
                  <SubmitButton variant="quiet" size="small">
                    {t('reset')}
                    <span className="sr-only"> {t('which', { msisdn })}</span>
                  </SubmitButton>
                </ActionForm>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

/** The documented accounts shared by all applications. */
export async function SharedAccounts() {
  const t = await getTranslations('sandbox')
  const cases = await getTranslations('docs.accounts.cases')
  const [, balance, ...rest] = await commonColumns()
  return (
    <Table<SandboxAccount & Shown>
      caption={t('shared')}
      rows={sandboxAccounts.map((account) => ({
        ...account,
        error: account.outage ? 'unavailable' : null,
        faultCalls: null,
        faultSeconds: null,
      }))}
      rowKey={({ msisdn }) => msisdn}
      columns={[
        {
          label: t('column.msisdn'),
          cell: ({ msisdn }) => <code className="tabular-nums">{msisdn}</code>,
        },
        { label: t('column.case'), cell: ({ purpose }) => cases(purpose) },
        ...(balance ? [balance] : []),
        ...rest,
      ]}
    />
  )
}

type Shown = Pick<
  ListedTestAccount,
  | 'type'
  | 'status'
  | 'balance'
  | 'frozenBalance'
  | 'currency'
  | 'delayMs'
  | 'error'
  | 'faultCalls'
  | 'faultSeconds'
>

/** The columns common to both tables; nothing where an account is like any other. */
async function commonColumns() {
  const t = await getTranslations('sandbox')
  const format = await getFormatter()
  const locale = await getLocale()
  const amount = (value: string, currency: string) => (
    <code className="whitespace-nowrap tabular-nums">
      {writeAmount(value, locale)} {currency}
    </code>
  )
  const end = ({ faultCalls, faultSeconds }: Shown) => {
    if (faultCalls !== null) return t('forCalls', { calls: faultCalls })
    return faultSeconds === null ? null : t('forSeconds', { seconds: faultSeconds })
  }
  return [
    {
      label: t('column.kind'),
      cell: ({ type, status }: Shown) =>
        type === 'customer' && status === 'active'
          ? ''
          : t('kind', { type: t(`type.${type}`), status: t(`status.${status}`) }),
    },
    {
      label: t('column.balance'),
      cell: ({ balance, currency }: Shown) => amount(balance, currency),
      numeric: true,
    },
    {
      label: t('column.frozen'),
      cell: ({ frozenBalance, currency }: Shown) =>
        /[1-9]/.test(frozenBalance) ? amount(frozenBalance, currency) : '',
      numeric: true,
    },
    {
      label: t('column.answers'),
      cell: (account: Shown) => {
        const { error, delayMs } = account
        if (!error && delayMs === 0) return end(account)
        return (
          <span>
            {error && <code>{t(`error.${error}`)}</code>}{' '}
            {delayMs > 0 && t('after', { seconds: format.number(delayMs / 1000) })} {end(account)}
          </span>
        )
      },
    },
  ]
}
