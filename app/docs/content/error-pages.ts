import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { retrySnippets } from '@/components/snippets/retry'
import { getSettings } from '@/lib/env'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { type ErrorCode, errorCodeNames, errorCodes } from '../errors/codes'
import { errorExamples } from '../errors/examples'
import type { Block, DocsPage, Part, Words } from './blocks'
import { codeTable } from './refusals'

export function describeErrorIndex({ t }: Words): DocsPage {
  return {
    path: '/docs/errors',
    title: t('errorPage.index'),
    lead: t('errorPage.indexLead'),
    above: [{ path: '/docs', title: t('title') }],
    parts: [{ blocks: [codeTable({ t })] }],
  }
}

export function describeErrorPages(words: Words): DocsPage[] {
  return errorCodeNames.map((code) => describeErrorPage(code, words))
}

/** The page that `type` in a problem+json response links to, and its equivalent for the token endpoint's codes. */
export function describeErrorPage(code: ErrorCode, { t }: Words): DocsPage {
  const { places, statuses, retry } = errorCodes[code]
  const where = places.map((place) => t(`errorPage.${place}`)).join(', ')
  return {
    path: `/docs/errors/${code}`,
    title: t(`codes.${code}.title`),
    lead: t(`codes.${code}.cause`),
    above: [
      { path: '/docs', title: t('title') },
      { path: '/docs/errors', title: t('errorPage.index') },
    ],
    badges: [code, ...statuses.map(String)],
    parts: [
      {
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: t('errorPage.where'), value: where },
              { term: t('errorPage.retry'), value: t(retry ? 'errorPage.retryYes' : 'errorPage.retryNo') },
            ],
          },
        ],
      },
      {
        anchor: 'fix',
        title: t('errorPage.fix'),
        blocks: [{ kind: 'paragraph', text: t(`codes.${code}.fix`) }],
      },
      ...retrying(code, t),
      {
        anchor: 'example',
        title: t('errorPage.example'),
        blocks: [{ kind: 'code', title: t('firstCall.answer'), code: exampleOf(code), language: 'json' }],
      },
      {
        blocks: [{ kind: 'paragraph', text: `[${t('errorPage.all')}](/docs/errors)` }],
      },
    ],
  }
}

/** How to wait and try again, in the languages of the snippets. */
function retrying(code: ErrorCode, t: Words['t']): Part[] {
  const { places, statuses } = errorCodes[code]
  if (!places.includes('account') || !statuses.some((status) => status === 429 || status === 503)) return []
  const { baseUrl } = gatewayAddresses('sandbox')
  const blocks = retrySnippets({ baseUrl, msisdn: firstCallMsisdn }).map(
    ({ language, label, code, file }): Block => ({
      kind: 'code',
      title: file ?? label,
      code,
      language,
      copyName: `${t('copy')}: ${label}`,
    }),
  )
  const lead: Block = { kind: 'paragraph', text: t('errorPage.waitAndRetryLead') }
  return [{ anchor: 'retry', title: t('errorPage.waitAndRetry'), blocks: [lead, ...blocks] }]
}

function exampleOf(code: ErrorCode): string {
  const { places, statuses } = errorCodes[code]
  const [title, detail] = errorExamples[code]
  const body = places.includes('token')
    ? { error: code, error_description: detail }
    : {
        type: `${getSettings().PORTAL_URL}/docs/errors/${code}`,
        title,
        status: statuses[0],
        detail,
        instance: 'urn:uuid:0190b1d2-7c1b-7000-8000-000000000000',
        code,
        ...(code === 'invalid_msisdn' && {
          errors: [{ parameter: 'msisdn', message: errorExamples.invalid_msisdn[1] }],
        }),
      }
  return JSON.stringify(body, null, 2)
}
