import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormFold } from '@/components/ui/form-fold'
import { FormStage } from '@/components/ui/form-stage'
import { SubmitButton } from '@/components/ui/submit-button'
import { EndpointList } from '@/components/webhooks/endpoint-list'
import { EventBoxes } from '@/components/webhooks/event-boxes'
import { administrationEventTypes } from '@/lib/webhooks/events'
import { listEndpoints } from '@/lib/webhooks/queries'
import type { EndpointView } from '@/lib/webhooks/schema'
import { Frame } from '../frame'
import {
  addAdministrationEndpoint,
  changeAdministrationEvents,
  enableAdministrationEndpoint,
  removeAdministrationEndpoint,
  resendAdministrationEvent,
  rotateAdministrationEndpoint,
  sendTest,
} from './actions'

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

/** The form for the events of an endpoint. */
async function ChangeEvents({ id, events }: Pick<EndpointView, 'id' | 'events'>) {
  const t = await getTranslations('webhooks.endpoint')
  return (
    <FormStage action={changeAdministrationEvents.bind(null, id)}>
      <FormFold summary={<span className="text-sm">{t('changeEvents')}</span>}>
        <ActionForm summary={false}>
          <ExpectedVersion of={events} />
          <EventBoxes types={administrationEventTypes} chosen={events} prefix={`${id}-`} />
          <SubmitButton className="justify-self-start">{t('saveEvents')}</SubmitButton>
        </ActionForm>
      </FormFold>
    </FormStage>
  )
}
