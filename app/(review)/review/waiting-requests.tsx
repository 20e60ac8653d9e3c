import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { RowLink } from '@/components/ui/row-link'
import type { Environment } from '@/generated/prisma/enums'
import { listWaitingLimitRequests } from '@/lib/limits/queries'
import { listWaitingNetworkRequests } from '@/lib/networks/queries'

/** The requests for a higher limit that wait for a reviewer; nothing if there are none. */
export async function WaitingLimitRequests() {
  const t = await getTranslations('limits')
  const requests = (await listWaitingLimitRequests()).map(({ limit, callsPerMinute, ...request }) => ({
    ...request,
    href: `/review/limits/${request.id}`,
    name: request.applicationName,
    change: t('change', { from: limit, to: callsPerMinute }),
  }))
  return <WaitingRequests title={t('queue')} requests={requests} />
}

/** The same for more allowed addresses. */
export async function WaitingNetworkRequests() {
  const t = await getTranslations('networks')
  const requests = (await listWaitingNetworkRequests()).map(({ application, networks, ...request }) => ({
    ...request,
    ...application,
    id: request.id,
    href: `/review/networks/${request.id}`,
    change: t('queueEntry', { count: networks.length }),
  }))
  return <WaitingRequests title={t('queue')} requests={requests} />
}

type Props = {
  title: string
  requests: {
    id: string
    href: string
    /** Of the application. */
    name: string
    environment: Environment
    change: string
    requestedAt: Date
  }[]
}

function WaitingRequests({ title, requests }: Props) {
  if (requests.length === 0) return null
  return (
    <Card title={title} className="mb-8">
      <ul className="grid divide-y divide-line">
        {requests.map(({ id, href, name, environment, change, requestedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
            <RowLink href={href} className="font-medium">
              {name}
            </RowLink>
            <EnvironmentBadge environment={environment} />
            <span className="text-sm">{change}</span>
            <span className="text-muted text-sm">
              <Moment at={requestedAt} as="relative" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
