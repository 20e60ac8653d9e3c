import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Moment } from '@/components/ui/moment'
import { RowLink } from '@/components/ui/row-link'
import { Section } from '@/components/ui/section'
import type { Environment } from '@/generated/prisma/enums'
import { limitOf } from '@/lib/applications/rate-limit'
import { listWaitingRequests } from '@/lib/requests/queries'
import type { RequestKind } from '@/lib/requests/schema'

/** The requests that wait for a reviewer, by kind; nothing if there are none. */
export async function WaitingRequests() {
  const [limits, networks] = await Promise.all([
    listWaitingRequests('limits'),
    listWaitingRequests('networks'),
  ])
  const t = await getTranslations('limits')
  const n = await getTranslations('networks')
  const byLimit = limits.map((each) => ({
    ...each,
    change: t('change', { from: limitOf(each.application), to: each.callsPerMinute }),
  }))
  const byRange = networks.map((each) => ({
    ...each,
    change: n('queueEntry', { count: each.networks.length }),
  }))
  return (
    <>
      <Waiting title={t('queue')} kind="limits" requests={byLimit} />
      <Waiting title={n('queue')} kind="networks" requests={byRange} />
    </>
  )
}

type Props = {
  title: string
  kind: RequestKind
  requests: {
    id: string
    application: { name: string; environment: Environment }
    change: string
    requestedAt: Date
  }[]
}

function Waiting({ title, kind, requests }: Props) {
  if (requests.length === 0) return null
  return (
    <div className="mb-6">
      <Section title={title}>
        <ul className="grid divide-y divide-line">
          {requests.map(({ id, application, change, requestedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
              <RowLink href={`/review/${kind}/${id}`} className="font-medium">
                {application.name}
              </RowLink>
              <EnvironmentBadge environment={application.environment} />
              <span className="text-sm">{change}</span>
              <span className="text-muted text-sm">
                <Moment at={requestedAt} as="relative" />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
