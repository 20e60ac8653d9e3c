import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { teamInvitationDays } from '@/lib/applications/schema'
import { secretScannerPattern } from '@/lib/credentials/secret'
import { getSettings } from '@/lib/env'
import { mostDelayMs, simulatedErrors, testAccountLimit } from '@/lib/sandbox/schema'
import { firstCallMsisdn, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { anchorOf, type GuideSection } from '../sections'
import { type Block, codeLink, type DocsPage, type Part, tags, type Words } from './blocks'
import { errors, limits } from './refusals'

/** The guide: everything on the way from nothing to Production, on one page. */
export function describeGuide(words: Words): DocsPage {
  const { t } = words
  const sections: Record<GuideSection, Block[]> = {
    concepts: concepts(words),
    firstCall: firstCall(words),
    tokens: tokens(words),
    balances: balances(words),
    errors: errors(words),
    limits: limits(words),
    accounts: accounts(words),
    ownAccounts: ownAccounts(words),
    production: production(words),
    teams: teams(words),
    security: security(words),
    versions: [{ kind: 'paragraph', text: t.markup('versions.p1', tags) }],
  }
  const parts = Object.entries(sections) as [GuideSection, Block[]][]
  return {
    path: '/docs',
    title: t('title'),
    lead: t('lead'),
    above: [],
    parts: parts.map(
      ([section, blocks]): Part => ({ anchor: anchorOf(section), title: t(`${section}.title`), blocks }),
    ),
  }
}

function concepts({ t }: Words): Block[] {
  return [
    { kind: 'paragraph', text: t.markup('concepts.p1', tags) },
    { kind: 'paragraph', text: t.markup('concepts.p2', tags) },
    { kind: 'paragraph', text: t('concepts.p3') },
    {
      kind: 'table',
      caption: t('concepts.table'),
      columns: [{ label: t('concepts.environment') }, { label: 'auth_url' }, { label: 'base_url' }],
      rows: (['sandbox', 'production'] as const).map((environment) => {
        const { authUrl, baseUrl } = gatewayAddresses(environment)
        return [{ environment }, `\`${authUrl}\``, `\`${baseUrl}\``]
      }),
    },
  ]
}

function firstCall({ t }: Words): Block[] {
  const { authUrl, baseUrl } = gatewayAddresses('sandbox')
  const request = (title: string, code: string): Block => {
    return { kind: 'code', title, code, language: 'sh', copyName: `${t('copy')}: ${title}` }
  }
  const answer = (code: string): Block => {
    return { kind: 'code', title: t('firstCall.answer'), code, language: 'json' }
  }
  return [
    { kind: 'paragraph', text: t.markup('firstCall.p1', tags) },
    request(
      t('firstCall.token'),
      `curl ${authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET"`,
    ),
    answer('{"access_token":"guichet_sandbox_token_…","token_type":"Bearer","expires_in":300}'),
    request(
      t('firstCall.account'),
      `curl "${baseUrl}/api/eWallet/v1/account?msisdn=${firstCallMsisdn}" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`,
    ),
    answer(`{"msisdn":"${firstCallMsisdn}","type":"customer","status":"active",
 "balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},
 "asOf":"2026-11-21T09:00:00Z"}`),
    { kind: 'paragraph', text: t('firstCall.p2') },
  ]
}

function tokens({ t }: Words): Block[] {
  const window = getSettings().TOKEN_RENEWAL_WINDOW
  const [one, ...others] = (['one', 'send', 'ended', 'more'] as const).map((key) =>
    t.markup(`tokens.${key}`, tags),
  )
  const renewal = window > 0 ? t('tokens.renewal', { window }) : t('tokens.renewalZero')
  return [{ kind: 'list', items: [one ?? '', renewal, t('tokens.keep'), ...others] }]
}

function balances({ t }: Words): Block[] {
  const points = ['msisdn', 'value', 'frozen', 'status'] as const
  return [{ kind: 'list', items: points.map((key) => t.markup(`balances.${key}`, tags)) }]
}

/** The documented test accounts, from the list that the Sandbox is filled with. */
function accounts({ t, locale }: Words): Block[] {
  return [
    { kind: 'paragraph', text: t('accounts.p1') },
    {
      kind: 'table',
      caption: t('accounts.table'),
      columns: [
        { label: t('accounts.msisdn') },
        { label: t('accounts.case') },
        { label: t('accounts.balance'), numeric: true },
      ],
      rows: sandboxAccounts.map(({ msisdn, caseEn, caseFr, balance, currency, outage }) => [
        { copy: msisdn, copyName: t('accounts.copy', { msisdn }) },
        locale === 'fr' ? caseFr : caseEn,
        outage ? '`503`' : `\`${balance} ${currency}\``,
      ]),
    },
    { kind: 'paragraph', text: t.markup('accounts.p2', tags) },
  ]
}

function ownAccounts({ t }: Words): Block[] {
  const points = {
    values: t('ownAccounts.values'),
    simulate: t.markup('ownAccounts.simulate', {
      ...tags,
      seconds: mostDelayMs / 1000,
      codes: simulatedErrors.map((code) => codeLink(code)).join(', '),
    }),
    reset: t('ownAccounts.reset'),
    fixture: t('ownAccounts.fixture', { limit: testAccountLimit }),
  }
  return [
    { kind: 'paragraph', text: t('ownAccounts.p1') },
    { kind: 'list', items: Object.values(points) },
  ]
}

function teams({ t }: Words): Block[] {
  const points = [
    t.markup('teams.member', tags),
    t.markup('teams.owner', tags),
    t('teams.invite', { days: teamInvitationDays }),
    t('teams.leave'),
  ]
  return [
    { kind: 'paragraph', text: t('teams.p1') },
    { kind: 'list', items: points },
  ]
}

function production({ t }: Words): Block[] {
  const steps = ['one', 'two', 'three', 'four'] as const
  return [{ kind: 'list', ordered: true, items: steps.map((key) => t.markup(`production.${key}`, tags)) }]
}

function security({ t }: Words): Block[] {
  const points = ['server', 'rotate', 'leak', 'log', 'account', 'scan'] as const
  const scan = t('security.scan')
  return [
    { kind: 'list', items: points.map((key) => t(`security.${key}`)) },
    {
      kind: 'code',
      title: 'RegExp',
      code: secretScannerPattern.source,
      language: 'text',
      copyName: `${t('copy')}: ${scan}`,
    },
  ]
}
