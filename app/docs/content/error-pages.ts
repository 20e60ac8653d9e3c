import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { retrySnippets, type Sample } from '@/components/snippets/samples'
import { describeCode, type ErrorCode, errorCodeNames, mayRetry } from '@/lib/error-codes'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { type ErrorFormat, exampleResponse, sentencesOf } from '../errors/examples'
import { type Block, codeLink, codeToRun, type DocsPage, type Part, type Words } from './blocks'

/** What a retry can't help, nor another request: someone has to act, or it is the answer. */
const final: readonly ErrorCode[] = [
  'invalid_client',
  'unauthorized_client',
  'address_not_allowed',
  'account_not_found',
  'too_many',
]

/** All error codes by what a program does about them, each linked to its page. */
export function codeTables({ t }: Pick<Words, 't'>): Block[] {
  return (['retry', 'fix', 'stop'] as const).flatMap((group): Block[] => [
    { kind: 'heading', text: t(`errors.groups.${group}`) },
    {
      kind: 'table',
      caption: t(`errors.groups.${group}`),
      columns: [{ label: t('errors.code') }, { label: t('errors.status') }, { label: t('errors.meaning') }],
      rows: errorCodeNames
        .filter((code) => groupOf(code) === group)
        .map((code) => [codeLink(code), describeCode(code).statuses.join(', '), t(`codes.${code}.title`)]),
    },
  ])
}

function groupOf(code: ErrorCode) {
  if (mayRetry(code)) return 'retry'
  return final.includes(code) ? 'stop' : 'fix'
}

export function describeErrorPages(words: Words): DocsPage[] {
  return errorCodeNames.map((code) => describeErrorPage(code, words))
}

/** The page that `type` in a problem+json response links to, and its equivalent for the token endpoint's codes. */
function describeErrorPage(code: ErrorCode, words: Words): DocsPage {
  const { t } = words
  return {
    path: `/docs/errors/${code}`,
    title: t(`codes.${code}.title`),
    lead: t(`codes.${code}.cause`),
    above: [
      { path: '/docs', title: t('title') },
      { path: '/docs/errors', title: t('errorPage.index') },
    ],
    badges: [code, ...describeCode(code).statuses.map(String)],
    parts: [
      { blocks: [facts(code, t)] },
      {
        anchor: 'fix',
        title: t('errorPage.fix'),
        blocks: [{ kind: 'paragraph', text: t(`codes.${code}.fix`) }],
      },
      ...retrying(code, t),
      examples(code, t),
      messages(code, t),
      { blocks: [{ kind: 'paragraph', text: `[${t('errorPage.all')}](/docs/errors#codes)` }] },
    ],
  }
}

function facts(code: ErrorCode, t: Words['t']): Block {
  const { places } = describeCode(code)
  return {
    kind: 'facts',
    items: [
      { term: t('errorPage.where'), value: places.map((place) => t(`errorPage.${place}`)).join(', ') },
      { term: t('errorPage.retry'), value: t(mayRetry(code) ? 'errorPage.retryYes' : 'errorPage.retryNo') },
    ],
  }
}

/** How to wait and try again, in the languages of the snippets. */
function retrying(code: ErrorCode, t: Words['t']): Part[] {
  const { places, statuses } = describeCode(code)
  if (!places.includes('account') || !statuses.some((status) => status === 429 || status === 503)) return []
  const { baseUrl } = gatewayAddresses('sandbox')
  const snippets = retrySnippets({ baseUrl, msisdn: firstCallMsisdn })
  return [
    {
      anchor: 'retry',
      title: t('errorPage.waitAndRetry'),
      blocks: [
        { kind: 'paragraph', text: t('errorPage.waitAndRetryLead') },
        languageTabs('retry-language', snippets, { t }),
      ],
    },
  ]
}

/** The same code in each language. */
export function languageTabs(id: string, samples: Sample[], { t }: Pick<Words, 't'>): Block {
  const tabs = samples.map(({ language, label, code, file }) => {
    return { label, blocks: [codeToRun({ t }, file ?? label, code, language)] }
  })
  return { kind: 'tabs', id, label: t('reference.language'), tabs }
}

/** A whole response, as a gateway sends it. */
function examples(code: ErrorCode, t: Words['t']): Part {
  return {
    anchor: 'example',
    title: t('errorPage.example'),
    blocks: formatsOf(code).map((format) => ({
      kind: 'code',
      title: t(`errorPage.${nameOf(code, format)}`),
      code: exampleResponse(code, format),
      language: 'http',
    })),
  }
}

/** Every sentence that the response may have, so that a search for it leads here. */
function messages(code: ErrorCode, t: Words['t']): Part {
  return {
    anchor: 'messages',
    title: t('errorPage.messages'),
    blocks: formatsOf(code).flatMap((format): Block[] => [
      { kind: 'heading', text: t(`errorPage.${nameOf(code, format)}`) },
      { kind: 'list', items: sentencesOf(code, format).map((sentence) => `\`${sentence}\``) },
    ]),
  }
}

function formatsOf(code: ErrorCode): ErrorFormat[] {
  return (['token', 'account'] as const).filter((format) => sentencesOf(code, format).length > 0)
}

/** "Any URL" for what happens before the endpoint is known. */
function nameOf(code: ErrorCode, format: ErrorFormat) {
  const { places } = describeCode(code)
  if (places.includes('any')) return 'any'
  return format === 'account' && !places.includes('account') ? 'sandbox' : format
}
