import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { retrySnippets } from '@/components/snippets/samples'
import { describeCode, type ErrorCode, errorCodeNames, mayRetry } from '@/lib/error-codes'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { type ErrorFormat, exampleResponse, sentencesOf } from '../errors/examples'
import type { Block, DocsPage, Part, Words } from './blocks'

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
  const tabs = retrySnippets({ baseUrl, msisdn: firstCallMsisdn }).map(({ language, label, code, file }) => ({
    label,
    blocks: [
      {
        kind: 'code',
        title: file ?? label,
        code,
        language,
        copyName: `${t('copy')}: ${label}`,
      } satisfies Block,
    ],
  }))
  return [
    {
      anchor: 'retry',
      title: t('errorPage.waitAndRetry'),
      blocks: [
        { kind: 'paragraph', text: t('errorPage.waitAndRetryLead') },
        { kind: 'tabs', id: 'retry-language', label: t('reference.language'), tabs },
      ],
    },
  ]
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
