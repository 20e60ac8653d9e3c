import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { EndpointList } from '@/components/webhooks/endpoint-list'
import { administrationEventTypes } from '@/lib/webhooks/events'
import { listEndpoints } from '@/lib/webhooks/queries'
import { Frame } from '../frame'
import {
  addAdministrationEndpoint,
  enableAdministrationEndpoint,
  removeAdministrationEndpoint,
  resendAdministrationEvent,
  rotateAdministrationEndpoint,
  sendTest,
} from './actions'
import { ChangeEvents } from './change-events'

const dones = ['changed', 'removed', 'enabled', 'tested', 'resent'] as const

export const generateMetadata = titled('webhooks')

/** Endpoints that are sent the audit log. */
export default async function AdministrationWebhooksPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireAdministrator()
  const t = await getTranslations('webhooks')
  return (
    <Frame
      current="webhooks"
      managed={{ type: 'webhook_endpoint' }}
      title={t('title')}
      lead={t('administrationLead')}
    >
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <EndpointList
          path="/administration/webhooks"
          endpoints={await listEndpoints(null)}
          actions={{
            add: addAdministrationEndpoint,
            rotate: rotateAdministrationEndpoint,
            remove: removeAdministrationEndpoint,
            enable: enableAdministrationEndpoint,
            sendTest,
            resend: resendAdministrationEvent,
          }}
          types={[...administrationEventTypes]}
          change={({ id, events }) => <ChangeEvents id={id} events={events} />}
        />
      </div>
    </Frame>
  )
}
