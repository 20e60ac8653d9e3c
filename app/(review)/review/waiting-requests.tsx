import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Moment } from '@/components/ui/moment'
import { RowLink } from '@/components/ui/row-link'
import { Section } from '@/components/ui/section'
import { limitOf } from '@/lib/applications/rate-limit'
import { listWaitingRequests } from '@/lib/requests/queries'

/** The requests that wait for a reviewer, of every kind; nothing if there are none. */
export async function WaitingRequests() {
  const requests = await listWaitingRequests()
  if (requests.length === 0) return null
  const t = await getTranslations()
  return (
    <div className="mb-6">
      <Section title={t('review.requests')}>
        <ul className="grid divide-y divide-line">
          {requests.map(({ kind, id, application, count, requestedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
              <RowLink href={`/review/${kind}/${id}`} className="font-medium">
                {application.name}
              </RowLink>
              <EnvironmentBadge environment={application.environment} />
              <span className="text-sm">
                {t(`${kind}.queueEntry`, { from: limitOf(application), count })}
              </span>
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
