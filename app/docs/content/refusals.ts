import { getSettings } from '@/lib/env'
import { describeCode, errorCodeNames, mayRetry } from '@/lib/error-codes'
import { exampleResponse } from '../errors/examples'
import { type Block, codeLink, type Words } from './blocks'

export function errorExample({ t }: Words): Block {
  return {
    kind: 'code',
    title: t('errors.example'),
    language: 'http',
    code: exampleResponse('invalid_msisdn', 'account'),
  }
}

/** All error codes, each linked to its page. */
export function codeTable({ t }: Pick<Words, 't'>): Block {
  return {
    kind: 'table',
    caption: t('errors.table'),
    columns: [
      { label: t('errors.code') },
      { label: t('errors.status') },
      { label: t('errors.meaning') },
      { label: t('errorPage.retry') },
    ],
    rows: errorCodeNames.map((code) => [
      codeLink(code),
      describeCode(code).statuses.join(', '),
      t(`codes.${code}.title`),
      t(mayRetry(code) ? 'errors.retryYes' : 'errors.retryNo'),
    ]),
  }
}

export function limits({ t }: Words): Block {
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
