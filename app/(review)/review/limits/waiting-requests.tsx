import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { listWaitingLimitRequests } from '@/lib/limits/queries'

/** The requests for a higher limit that wait for a reviewer; nothing if there are none. */
export async function WaitingLimitRequests() {
  const requests = await listWaitingLimitRequests()
  if (requests.length === 0) return null
  const t = await getTranslations('limits')
  return (
    <Card title={t('queue')} className="mb-8">
      <ul className="grid divide-y divide-line">
        {requests.map(({ id, applicationName, environment, callsPerMinute, limit, requestedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
            <Link
              href={`/review/limits/${id}`}
              prefetch={false}
              className="inline-flex min-h-8 items-center font-medium underline-offset-2 [overflow-wrap:anywhere] hover:underline"
            >
              {applicationName}
            </Link>
            <EnvironmentBadge environment={environment} />
            <span className="text-sm">{t('change', { from: limit, to: callsPerMinute })}</span>
            <span className="text-muted text-sm">
              <Moment at={requestedAt} as="relative" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
