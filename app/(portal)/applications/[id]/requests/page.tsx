import { Radio, Search } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import type { Query } from '@/components/query'
import { withQuery } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Refresh } from '@/components/ui/refresh'
import { callsKept } from '@/lib/usage/schema'
import { ApplicationFrame, titledApplication } from '../frame'
import { readFilter, requestsPath } from './filters'
import { Log } from './log'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const liveSeconds = 3

export const generateMetadata = titledApplication('usage.calls', 'usage')

/** The application's log, filtered by the URL; live on request. */
export default async function RequestsPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'usage')
  const query = await searchParams
  const read = readFilter(query)
  const isLive = query.live === 'on'
  const t = await getTranslations('usage')
  const { successes, errors } = callsKept
  return (
    <ApplicationFrame
      application={application}
      current="requests"
      title={t('calls.title')}
      lead={t('calls.lead', {
        successes: successes.calls,
        successDays: successes.days,
        errors: errors.calls,
        errorDays: errors.days,
      })}
      actions={
        <>
          <ButtonLink href="/search" variant="secondary" size="small">
            <Search aria-hidden="true" />
            {t('calls.search')}
          </ButtonLink>
          <ButtonLink
            href={withQuery(requestsPath(application.id, read.given), { live: isLive ? '' : 'on' })}
            variant="secondary"
            size="small"
            aria-current={isLive || undefined}
          >
            <Radio aria-hidden="true" className={isLive ? 'text-success' : undefined} />
            {t(isLive ? 'calls.stopLive' : 'calls.live')}
          </ButtonLink>
        </>
      }
    >
      {isLive && (
        <>
          <Refresh seconds={liveSeconds} />
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        </>
      )}
      <Log application={application} read={read} />
    </ApplicationFrame>
  )
}
