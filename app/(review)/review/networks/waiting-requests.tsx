import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { listWaitingNetworkRequests } from '@/lib/networks/queries'

/** The requests for more allowed addresses that wait for a reviewer; nothing if there are none. */
export async function WaitingNetworkRequests() {
  const requests = await listWaitingNetworkRequests()
  if (requests.length === 0) return null
  const t = await getTranslations('networks')
  return (
    <Card title={t('queue')} className="mb-8">
      <ul className="grid divide-y divide-line">
        {requests.map(({ id, application, networks, requestedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
            <Link
              href={`/review/networks/${id}`}
              prefetch={false}
              className="inline-flex min-h-8 items-center font-medium underline-offset-2 [overflow-wrap:anywhere] hover:underline"
            >
              {application.name}
            </Link>
            <EnvironmentBadge environment={application.environment} />
            <span className="text-sm">{t('queueEntry', { count: networks.length })}</span>
            <span className="text-muted text-sm">
              <Moment at={requestedAt} as="relative" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
