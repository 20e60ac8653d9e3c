import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { createKeyPair, signedCall } from '@/components/snippets/signed-call'
import { clientPackage } from '@/generated/client-package'
import { teamInvitationDays } from '@/lib/applications/schema'
import { secretScannerPattern } from '@/lib/credentials/secret'
import { getSettings } from '@/lib/env'
import { maxRehearsalCalls } from '@/lib/rehearsals/schema'
import { maxDelayMs, simulatedErrors, testAccountLimit } from '@/lib/sandbox/schema'
import { senderHeaders } from '@/lib/sender'
import { callLimits } from '@/lib/usage/schema'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { eventTypes } from '@/lib/webhooks/events'
import { type Block, codeLink, type DocsPage, type Words } from './blocks'
import { firstBalance, firstToken } from './first-calls'
import { type Filling, readContent, readPage } from './read-file'
import { codeTable, errorExample, limits } from './refusals'

/** A page of the guide: `content/docs/{locale}/{name}.md`, filled in with the settings. */
export type GuideFile = keyof typeof fillings

const fillings = {
  overview: (words) => ({ slots: { environments: [environments(words)], accounts: [accounts(words)] } }),
  tokens: (words) => ({ values: { renewal: renewal(words) }, slots: { 'first-token': firstToken(words) } }),
  keys: (words) => ({
    slots: { 'create-keys': [keyPairCommands(words)], 'signed-call': [signedCallOf(words)] },
  }),
  addresses: () => ({}),
  balances: (words) => ({ slots: { 'first-balance': firstBalance(words) } }),
  errors: (words) => ({
    slots: { 'error-example': [errorExample(words)], 'error-codes': [codeTable(words)] },
  }),
  limits: (words) => ({ slots: { limits: [limits(words)], 'read-usage': [readUsage(words)] } }),
  'test-accounts': (words) => ({
    values: {
      'max-delay': String(maxDelayMs / 1000),
      'simulated-errors': simulatedErrors.map((code) => codeLink(code)).join(', '),
      'account-limit': String(testAccountLimit),
    },
    slots: { 'retry-test': [retryTest(words)] },
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
  security: (words) => ({ slots: { 'scanner-pattern': [scannerPattern(words)] } }),
  client: (words) => ({ slots: { install: [installation(words)], program: [clientProgram(words)] } }),
  webhooks: (words) => ({
    values: { sender: senderHeaders('webhooks')['User-Agent'] },
    slots: { events: [events(words)], receive: [receiver(words)] },
  }),
  versions: () => ({}),
  changelog: () => ({}),
} satisfies Record<string, (words: Words) => Filling>

export function describeGuidePage(name: GuideFile, words: Words): DocsPage {
  const page = readPage(name, words.locale, fillings[name](words))
  if (name === 'overview') return { ...page, path: '/docs', above: [] }
  return { ...page, path: `/docs/${name}`, above: [{ path: '/docs', title: words.t('title') }] }
}

function keyPairCommands({ t }: Words): Block {
  return {
    kind: 'code',
    title: 'openssl',
    code: createKeyPair,
    language: 'bash',
    copyName: `${t('copy')}: openssl`,
  }
}

/** The program that the page of an application shows, with the Sandbox's URL. */
function signedCallOf({ t }: Words): Block {
  const { file, code } = signedCall({ ...gatewayAddresses('sandbox'), clientId: 'guichet_sandbox_id_…' })
  return { kind: 'code', title: file, code, language: 'javascript', copyName: `${t('copy')}: ${file}` }
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

/** The documented test accounts, from the list that fills the Sandbox. */
function accounts({ t }: Words): Block {
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
      outage ? '`503`' : `\`${balance} ${currency}\``,
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

function installation({ t }: Words): Block {
  const code = `npm install ${getSettings().PORTAL_URL}/docs/client/${clientPackage.name}`
  return { kind: 'code', title: 'npm', code, language: 'bash', copyName: `${t('copy')}: npm` }
}

function clientProgram(words: Words): Block {
  return program('client', 'read-balance.mjs', words)
}

function receiver(words: Words): Block {
  return program('webhooks', 'receive.mjs', words)
}

function readUsage(words: Words): Block {
  return program('usage', 'read-usage.mjs', words)
}

function retryTest(words: Words): Block {
  return program('sandbox', 'retry-test.mjs', words)
}

/** One program, in the piece for each case after its line `// case NAME`. */
function rehearse({ t }: Words): Record<string, Block[]> {
  const pieces = readContent('rehearsal/rehearse.mjs')
    .split(/^\/\/ case (\w+)\n/m)
    .slice(1)
  const names = pieces.filter((_, at) => at % 2 === 0)
  return Object.fromEntries(
    names.map((title, at): [string, Block[]] => {
      const code = pieces[2 * at + 1]?.trim() ?? ''
      return [
        title,
        [{ kind: 'code', title, code, language: 'javascript', copyName: `${t('copy')}: ${title}` }],
      ]
    }),
  )
}

/** A program of `content/`. */
function program(folder: string, file: string, { t }: Words): Block {
  const code = readContent(`${folder}/${file}`).trimEnd()
  return { kind: 'code', title: file, code, language: 'javascript', copyName: `${t('copy')}: ${file}` }
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
