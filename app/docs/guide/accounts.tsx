import { getLocale, getTranslations } from 'next-intl/server'
import { CopyButton } from '@/components/ui/copy-button'
import { Table } from '@/components/ui/table'
import { type SandboxAccount, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { Paragraph, Section, tags } from '../prose'

/** The documented test accounts, from the list that the Sandbox is filled with. */
export async function Accounts() {
  const t = await getTranslations('docs')
  const inFrench = (await getLocale()) === 'fr'
  return (
    <Section id="accounts" title={t('accounts.title')}>
      <Paragraph>{t('accounts.p1')}</Paragraph>
      <Table<SandboxAccount>
        caption={t('accounts.table')}
        rows={[...sandboxAccounts]}
        rowKey={({ msisdn }) => msisdn}
        columns={[
          {
            label: t('accounts.msisdn'),
            cell: ({ msisdn }) => (
              <span className="flex items-center gap-3">
                <code className="tabular-nums">{msisdn}</code>
                <CopyButton
                  text={msisdn}
                  label={t('copy')}
                  name={t('accounts.copy', { msisdn })}
                  copiedLabel={t('copied')}
                />
              </span>
            ),
          },
          {
            label: t('accounts.case'),
            cell: ({ caseEn, caseFr }) => (inFrench ? caseFr : caseEn),
          },
          {
            label: t('accounts.balance'),
            cell: ({ balance, currency, outage }) => (
              <code className="whitespace-nowrap">{outage ? '503' : `${balance} ${currency}`}</code>
            ),
            numeric: true,
          },
        ]}
      />
      <Paragraph>{t.rich('accounts.p2', tags)}</Paragraph>
    </Section>
  )
}
