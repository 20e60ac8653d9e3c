import { getTranslations } from 'next-intl/server'
import { readCause } from '@/app/_calls/recorded-call'
import { applicationPath } from '@/components/application-pages'
import { isErrorCode } from '@/components/error-codes'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import type { Health } from '@/lib/usage/health'

type Props = { applicationId: string; call: NonNullable<Health['lastError']> }

/** The newest error in a sentence, which leads to the request. */
export async function LastError({ applicationId, call }: Props) {
  const t = await getTranslations('usage')
  const codes = await getTranslations('docs.codes')
  const { status, errorCode, hint, at, requestId } = call
  const cause = readCause(hint)
  return (
    <Card
      title={t('health.lastError')}
      aside={
        <span className="text-muted text-sm">
          <Moment at={at} as="relative" />
        </span>
      }
    >
      <div className="grid gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <OutcomeBadge status={status} /> {errorCode && <code className="font-mono">{errorCode}</code>}
        </p>
        {(cause || (errorCode && isErrorCode(errorCode))) && (
          <p className="max-w-prose">
            {cause ? t(`hints.${cause}`) : codes(`${errorCode}.cause` as 'invalid_client.cause')}
          </p>
        )}
        <p>
          <TextLink href={`${applicationPath(applicationId, 'requests')}/${requestId}`}>
            {t('health.open')}
          </TextLink>
        </p>
      </div>
    </Card>
  )
}
