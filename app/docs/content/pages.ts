import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { formatAmount } from '@/components/format'
import { curlBalance, curlToken } from '@/components/snippets/curl'
import { firstCallSnippets, quickStarts } from '@/components/snippets/samples'
import { createKeyPair, signedCall } from '@/components/snippets/signed-call'
import { clientPackage } from '@/generated/client-package'
import { teamInvitationDays } from '@/lib/applications/schema'
import { secretScannerPattern } from '@/lib/credentials/secret'
import { getSettings } from '@/lib/env'
import { maxRehearsalCalls } from '@/lib/rehearsals/schema'
import { maxDelayMs, simulatedErrors, testAccountLimit } from '@/lib/sandbox/schema'
import { senderHeaders } from '@/lib/sender'
import { callLimits } from '@/lib/usage/schema'
import { firstCallMsisdn, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { eventTypes } from '@/lib/webhooks/events'
import { exampleResponse } from '../errors/examples'
import { describeReference } from './api-reference'
import { type Block, codeLink, codeToRun, type DocsPage, type Words } from './blocks'
import { codeTables, describeErrorPages, languageTabs } from './error-pages'
import { type Filling, readContent, readPage } from './read-file'

/** Pages that the navigation lists together. */
export type DocsSection = { id: 'start' | 'guide' | 'reference' | 'more'; pages: DocsPage[] }

const guide: GuideFile[] = [
  'tokens',
  'keys',
  'addresses',
  'client',
  'balances',
  'errors',
  'limits',
  'test-accounts',
  'rehearsal',
  'agents',
  'production',
  'webhooks',
  'teams',
  'security',
]

type Documentation = { sections: DocsSection[]; pages: DocsPage[] }

/** By language. Describing it fills 600 samples, 15 ms of CPU time, and depends on nothing else but the settings. */
const described = new Map<string, Documentation>()

/** The documentation in reading order, except the pages of single errors. */
export function describeSections(words: Words): DocsSection[] {
  return recall(words).sections
}

/** Every page of the documentation, the overview first. */
export function describeDocs(words: Words): DocsPage[] {
  return recall(words).pages
}

function recall(words: Words): Documentation {
  const documentation = described.get(words.locale) ?? describeAnew(words)
  described.set(words.locale, documentation)
  return documentation
}

/** Add new pages here. */
function describeAnew(words: Words): Documentation {
  const files = (names: GuideFile[]) => names.map((name) => describeGuidePage(name, words))
  const [quickStart, ...otherQuickStarts] = describeQuickStarts(words)
  const sections: DocsSection[] = [
    { id: 'start', pages: [...files(['overview']), ...(quickStart ? [quickStart] : [])] },
    { id: 'guide', pages: files(guide) },
    { id: 'reference', pages: describeReference(words) },
    { id: 'more', pages: files(['versions', 'changelog']) },
  ]
  const listed = sections.flatMap(({ pages }) => pages)
  return { sections, pages: [...listed, ...otherQuickStarts, ...describeErrorPages(words)] }
}

type QuickStart = ReturnType<typeof quickStarts>[number]

/** One page for each language, from one text; that of the first stands for all in the navigation. */
function describeQuickStarts(words: Words): DocsPage[] {
  const starts = quickStarts(words.t('quickStart.missing'))
  return starts.map((start) => describeQuickStart(start, starts, words))
}

function describeQuickStart(start: QuickStart, starts: QuickStart[], words: Words): DocsPage {
  const { t, locale } = words
  const { label, language, file, code } = start
  const page = readPage('quick-start', locale, {
    values: { language: label, file },
    slots: {
      variables: [codeToRun(words, t('quickStart.variables'), variables(), 'sh')],
      program: [codeToRun(words, file, code, language === 'curl' ? 'sh' : language)],
      run: [codeToRun(words, t('quickStart.run'), `${start.command} ${firstCallMsisdn}`, 'sh')],
    },
  })
  const links = starts.map((each) => ({ label: each.label, path: pathOf(each), current: each === start }))
  const languages: Block = { kind: 'links', label: t('reference.language'), links }
  const parts = [{ blocks: [languages] }, ...page.parts]
  return { ...page, parts, path: pathOf(start), above: [{ path: '/docs', title: t('title') }] }
}

/** The first is the start of `/docs/quick-start` itself. */
function pathOf({ language }: QuickStart): string {
  return language === 'curl' ? '/docs/quick-start' : `/docs/quick-start/${language}`
}

function variables(): string {
  const { authUrl, baseUrl } = gatewayAddresses('sandbox')
  return `export AUTH_URL='${authUrl}'
export BASE_URL='${baseUrl}'
export CLIENT_ID='guichet_sandbox_id_…'
export CLIENT_SECRET='guichet_sandbox_secret_…'`
}

/** A page of the guide: `content/docs/{locale}/{name}.md`, filled in with the settings. */
type GuideFile = keyof typeof fillings

const fillings = {
  overview: (words) => ({
    slots: {
      calls: [bothCalls(words)],
      environments: [environments(words)],
      accounts: [accounts(words)],
    },
  }),
  tokens: (words) => ({ values: { renewal: renewal(words) }, slots: { 'first-token': firstToken(words) } }),
  keys: (words) => ({
    slots: {
      'create-keys': [codeToRun(words, 'openssl', createKeyPair, 'bash')],
      'signed-call': [signedCallOf(words)],
    },
  }),
  addresses: () => ({}),
  balances: (words) => ({ slots: { 'first-balance': firstBalance(words) } }),
  errors: (words) => ({
    slots: { 'error-example': [errorExample(words)], 'error-codes': codeTables(words) },
  }),
  limits: (words) => ({
    slots: { limits: [limits(words)], 'read-usage': [program('usage', 'read-usage.mjs', words)] },
  }),
  'test-accounts': (words) => ({
    values: {
      'max-delay': String(maxDelayMs / 1000),
      'simulated-errors': simulatedErrors.map((code) => codeLink(code)).join(', '),
      'account-limit': String(testAccountLimit),
    },
    slots: { 'retry-test': [program('sandbox', 'retry-test.mjs', words)] },
  }),
  rehearsal: (words) => ({
    values: { calls: String(maxRehearsalCalls) },
    slots: rehearse(words),
  }),
  agents: () => ({
    values: {
      url: `${getSettings().PORTAL_URL}/mcp`,
      'key-limit': String(callLimits.key),
      'address-limit': String(callLimits.address),
    },
  }),
  production: () => ({}),
  teams: () => ({ values: { 'invitation-days': String(teamInvitationDays) } }),
  security: (words) => ({
    slots: { 'scanner-pattern': [codeToRun(words, 'RegExp', secretScannerPattern.source, 'text')] },
  }),
  client: (words) => ({
    slots: { install: [installation(words)], program: [program('client', 'read-balance.mjs', words)] },
  }),
  webhooks: (words) => ({
    values: { sender: senderHeaders('webhooks')['User-Agent'] },
    slots: { events: [events(words)], receive: [program('webhooks', 'receive.mjs', words)] },
  }),
  versions: () => ({}),
  changelog: () => ({}),
} satisfies Record<string, (words: Words) => Filling>

function describeGuidePage(name: GuideFile, words: Words): DocsPage {
  const page = readPage(name, words.locale, fillings[name](words))
  if (name === 'overview') return { ...page, path: '/docs', above: [] }
  return { ...page, path: `/docs/${name}`, above: [{ path: '/docs', title: words.t('title') }] }
}

/** The program that the page of an application shows, with the Sandbox's URL. */
function signedCallOf(words: Words): Block {
  const { file, code } = signedCall({ ...gatewayAddresses('sandbox'), clientId: 'guichet_sandbox_id_…' })
  return codeToRun(words, file, code, 'javascript')
}

function renewal({ t }: Words): string {
  const window = getSettings().TOKEN_RENEWAL_WINDOW
  return window > 0 ? t('tokens.renewal', { window }) : t('tokens.renewalZero')
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

/** A token, then a balance, in each language. */
function bothCalls({ t }: Words): Block {
  const input = { ...gatewayAddresses('sandbox'), clientId: 'guichet_sandbox_id_…', clientSecret: null }
  const missing = t('quickStart.missing')
  const snippets = firstCallSnippets({ ...input, msisdn: firstCallMsisdn, missing })
  return languageTabs('both-calls', snippets, { t })
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
      t(`accounts.cases.${account.purpose}`),
      outage ? '`503`' : `${formatAmount(balance, locale)} ${currency}`,
    ]),
  }
}

function events({ t, api }: Words): Block {
  return {
    kind: 'table',
    caption: t('webhooks.events'),
    columns: [{ label: t('webhooks.type') }, { label: t('webhooks.about') }],
    rows: eventTypes.map((type) => [`\`${type}\``, api(`webhooks.${type}`)]),
  }
}

function installation(words: Words): Block {
  const code = `npm install ${getSettings().PORTAL_URL}/docs/client/${clientPackage.name}`
  return codeToRun(words, 'npm', code, 'bash')
}

/** One program, in the piece for each case after its line `// case NAME`. */
function rehearse(words: Words): Record<string, Block[]> {
  const pieces = readContent('rehearsal/rehearse.mjs')
    .split(/^\/\/ case (\w+)\n/m)
    .slice(1)
  const names = pieces.filter((_, at) => at % 2 === 0)
  return Object.fromEntries(
    names.map((title, at): [string, Block[]] => {
      const code = pieces[2 * at + 1]?.trim() ?? ''
      return [title, [codeToRun(words, title, code, 'javascript')]]
    }),
  )
}

/** A program of `content/`. */
function program(folder: string, file: string, words: Words): Block {
  return codeToRun(words, file, readContent(`${folder}/${file}`).trimEnd(), 'javascript')
}

/** The token call and its response, for a terminal. */
function firstToken(words: Words): Block[] {
  const code = curlToken(`${gatewayAddresses('sandbox').authUrl}/oauth/token`, 'guichet_sandbox_id_…')
  const answer = '{"access_token":"guichet_sandbox_token_…","token_type":"Bearer","expires_in":300}'
  return call(words, words.t('firstCall.token'), code, answer)
}

/** The balance call and its response. */
function firstBalance(words: Words): Block[] {
  const code = curlBalance(`${gatewayAddresses('sandbox').baseUrl}/api/eWallet/v1/account`, firstCallMsisdn)
  const answer = `{"msisdn":"${firstCallMsisdn}","type":"customer","status":"active",
 "balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},
 "asOf":"2026-11-21T09:00:00Z"}`
  return call(words, words.t('firstCall.account'), code, answer)
}

function call(words: Words, title: string, code: string, answer: string): Block[] {
  return [
    codeToRun(words, title, code, 'sh'),
    { kind: 'code', title: words.t('firstCall.answer'), code: answer, language: 'json' },
  ]
}

function errorExample({ t }: Words): Block {
  return {
    kind: 'code',
    title: t('errors.example'),
    language: 'http',
    code: exampleResponse('invalid_msisdn', 'account'),
  }
}

function limits({ t }: Words): Block {
  const { SANDBOX_RATE_LIMIT, PRODUCTION_RATE_LIMIT } = getSettings()
  const perMinute = (count: number) =>
    count === 0 ? t('limits.unlimited') : t('limits.perMinute', { count })
  return {
    kind: 'table',
    caption: t('limits.calls'),
    columns: [{ label: t('concepts.environment') }, { label: t('limits.calls') }],
    rows: [
      [{ environment: 'sandbox' }, perMinute(SANDBOX_RATE_LIMIT)],
      [{ environment: 'production' }, perMinute(PRODUCTION_RATE_LIMIT)],
    ],
  }
}
