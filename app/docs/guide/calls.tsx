import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { EnvironmentBadge } from '@/components/environment-badge'
import { CodeBlock } from '@/components/ui/code-block'
import { Table } from '@/components/ui/table'
import { getSettings } from '@/lib/env'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { Code, Paragraph, Points, Section, tags } from '../prose'

export async function Concepts() {
  const t = await getTranslations('docs.concepts')
  return (
    <Section id="concepts" title={t('title')}>
      <Paragraph>{t.rich('p1', tags)}</Paragraph>
      <Paragraph>{t.rich('p2', tags)}</Paragraph>
      <Paragraph>{t('p3')}</Paragraph>
      <Table
        caption={t('table')}
        rows={['sandbox', 'production'] as const}
        rowKey={(environment) => environment}
        columns={[
          {
            label: t('environment'),
            cell: (environment) => <EnvironmentBadge environment={environment} />,
          },
          { label: 'auth_url', cell: (environment) => <Code>{gatewayAddresses(environment).authUrl}</Code> },
          { label: 'base_url', cell: (environment) => <Code>{gatewayAddresses(environment).baseUrl}</Code> },
        ]}
      />
    </Section>
  )
}

export async function FirstCall() {
  const t = await getTranslations('docs')
  const { authUrl, baseUrl } = gatewayAddresses('sandbox')
  const copy = { copyLabel: t('copy'), copiedLabel: t('copied') }
  const title = { token: t('firstCall.token'), account: t('firstCall.account') }
  return (
    <Section id="firstCall" title={t('firstCall.title')}>
      <Paragraph>{t.rich('firstCall.p1', tags)}</Paragraph>
      <CodeBlock
        title={title.token}
        copyName={`${t('copy')}: ${title.token}`}
        {...copy}
        code={`curl ${authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET"`}
      />
      <Answer
        text={'{"access_token":"guichet_sandbox_token_…","token_type":"Bearer","expires_in":300}'}
        label={t('firstCall.answer')}
      />
      <CodeBlock
        title={title.account}
        copyName={`${t('copy')}: ${title.account}`}
        {...copy}
        code={`curl "${baseUrl}/api/eWallet/v1/account?msisdn=${firstCallMsisdn}" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`}
      />
      <Answer
        text={`{"msisdn":"${firstCallMsisdn}","type":"customer","status":"active",
 "balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},
 "asOf":"2026-11-21T09:00:00Z"}`}
        label={t('firstCall.answer')}
      />
      <Paragraph>{t('firstCall.p2')}</Paragraph>
    </Section>
  )
}

export async function Tokens() {
  const t = await getTranslations('docs.tokens')
  const window = getSettings().TOKEN_RENEWAL_WINDOW
  return (
    <Section id="tokens" title={t('title')}>
      <Points
        items={[
          t.rich('one', tags),
          window > 0 ? t('renewal', { window }) : t('renewalZero'),
          t('keep'),
          t.rich('send', tags),
          t.rich('ended', tags),
          t.rich('more', tags),
        ]}
      />
    </Section>
  )
}

export async function Balances() {
  const t = await getTranslations('docs.balances')
  return (
    <Section id="balances" title={t('title')}>
      <Points items={(['msisdn', 'value', 'frozen', 'status'] as const).map((key) => t.rich(key, tags))} />
    </Section>
  )
}

/** What comes back: there is nothing to copy. */
function Answer({ text, label }: { text: string; label: string }) {
  return (
    <figure className="min-w-0 rounded-xl border border-line bg-surface p-4">
      <figcaption className="mb-2 text-muted text-xs">{label}</figcaption>
      <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
        {text}
      </pre>
    </figure>
  )
}
