import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { localised } from '@/i18n/locale'
import { teamInvitationDays } from '@/lib/applications/schema'
import { secretScannerPattern } from '@/lib/credentials/secret'
import { getSettings } from '@/lib/env'
import { maxDelayMs, simulatedErrors, testAccountLimit } from '@/lib/sandbox/schema'
import { firstCallMsisdn, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { type Block, codeLink, type DocsPage, type Words } from './blocks'
import { readPage } from './read-file'
import { codeTable, errorExample, limits } from './refusals'

/** The guide, from start to Production on one page: `content/docs/{locale}/guide.md`, filled in with the settings. */
export function describeGuide(words: Words) {
  const { t, locale } = words
  const window = getSettings().TOKEN_RENEWAL_WINDOW
  const page = readPage('guide', locale, {
    values: {
      renewal: window > 0 ? t('tokens.renewal', { window }) : t('tokens.renewalZero'),
      'max-delay': String(maxDelayMs / 1000),
      'simulated-errors': simulatedErrors.map((code) => codeLink(code)).join(', '),
      'account-limit': String(testAccountLimit),
      'invitation-days': String(teamInvitationDays),
    },
    slots: {
      environments: [environments(words)],
      'first-token': firstToken(words),
      'first-balance': firstBalance(words),
      'error-example': [errorExample(words)],
      'error-codes': [codeTable(words)],
      limits: [limits(words)],
      accounts: [accounts(words)],
      'scanner-pattern': [scannerPattern(words)],
    },
  })
  return { ...page, path: '/docs', above: [] } satisfies DocsPage
}

function environments({ t }: Words): Block {
  return {
    kind: 'table',
    caption: t('concepts.table'),
    columns: [{ label: t('concepts.environment') }, { label: 'auth_url' }, { label: 'base_url' }],
    rows: (['sandbox', 'production'] as const).map((environment) => {
      const { authUrl, baseUrl } = gatewayAddresses(environment)
      return [{ environment }, `\`${authUrl}\``, `\`${baseUrl}\``]
    }),
  }
}

function firstToken({ t }: Words): Block[] {
  const title = t('firstCall.token')
  const code = `curl -i ${gatewayAddresses('sandbox').authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET"`
  return [
    { kind: 'code', title, code, language: 'sh', copyName: `${t('copy')}: ${title}` },
    {
      kind: 'code',
      title: t('firstCall.answer'),
      code: '{"access_token":"guichet_sandbox_token_…","token_type":"Bearer","expires_in":300}',
      language: 'json',
    },
  ]
}

function firstBalance({ t }: Words): Block[] {
  const title = t('firstCall.account')
  const code = `curl -i "${gatewayAddresses('sandbox').baseUrl}/api/eWallet/v1/account?msisdn=${firstCallMsisdn}" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`
  return [
    { kind: 'code', title, code, language: 'sh', copyName: `${t('copy')}: ${title}` },
    {
      kind: 'code',
      title: t('firstCall.answer'),
      code: `{"msisdn":"${firstCallMsisdn}","type":"customer","status":"active",
 "balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},
 "asOf":"2026-11-21T09:00:00Z"}`,
      language: 'json',
    },
  ]
}

/** The documented test accounts, from the list that fills the Sandbox. */
function accounts({ t, locale }: Words): Block {
  return {
    kind: 'table',
    caption: t('accounts.table'),
    columns: [
      { label: t('accounts.msisdn') },
      { label: t('accounts.case') },
      { label: t('accounts.balance'), numeric: true },
    ],
    rows: sandboxAccounts.map(({ msisdn, balance, currency, outage, ...account }) => [
      { copy: msisdn, copyName: t('accounts.copy', { msisdn }) },
      localised(account, 'case', locale),
      outage ? '`503`' : `\`${balance} ${currency}\``,
    ]),
  }
}

function scannerPattern({ t }: Words): Block {
  return {
    kind: 'code',
    title: 'RegExp',
    code: secretScannerPattern.source,
    language: 'text',
    copyName: `${t('copy')}: RegExp`,
  }
}
