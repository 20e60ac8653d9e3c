import { getTranslations } from 'next-intl/server'
import { readCause } from '@/app/_calls/recorded-call'
import { requestPath } from '@/components/application-pages'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import type { Application } from '@/generated/prisma/client'
import { isErrorCode } from '@/lib/error-codes'
import type { Health } from '@/lib/usage/health'

type Props = {
  application: Pick<Application, 'id' | 'environment'>
  call: NonNullable<Health['lastError']>
}

/** The newest error in a sentence, which leads to the request. */
export async function LastError({ application: { id, environment }, call }: Props) {
  const t = await getTranslations('usage')
  const codes = await getTranslations('docs.codes')
  const { status, errorCode, hint, at, requestId } = call
  const cause = readCause(hint)
  return (
    <section className="flex min-h-11 items-center gap-x-3 gap-y-1 border-line border-y py-2 text-sm max-lg:flex-wrap">
      <h2 className="font-medium text-sm">{t('health.lastError')}</h2>
      <OutcomeBadge status={status} />
      {errorCode && <code className="font-mono text-xs">{errorCode}</code>}
      {(cause || (errorCode && isErrorCode(errorCode))) && (
        <p className="min-w-0 flex-[1_1_20rem] text-muted lg:truncate">
          {cause
            ? t(`hints.${cause}`)
            : errorCode === 'account_not_found' && environment === 'sandbox'
              ? t('call.unknownInSandbox')
              : codes(`${errorCode}.cause` as 'invalid_client.cause')}
        </p>
      )}
      <span className="ml-auto whitespace-nowrap text-muted text-xs">
        <Moment at={at} as="relative" />
      </span>
      <TextLink href={requestPath(id, requestId)} className="whitespace-nowrap">
        {t('health.open')}
      </TextLink>
    </section>
  )
}
