import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormDisclosure } from '@/components/ui/disclosure'
import { FormProvider } from '@/components/ui/form-provider'
import { SubmitButton } from '@/components/ui/submit-button'
import { EndpointList } from '@/components/webhooks/endpoint-list'
import { EventBoxes } from '@/components/webhooks/event-boxes'
import { administrationEventTypes } from '@/lib/webhooks/events'
import { listEndpoints } from '@/lib/webhooks/queries'
import type { EndpointView } from '@/lib/webhooks/schema'
import { AdministrationPageLayout } from '../page-layout'
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

export const generateMetadata = pageMetadata('webhooks')

/** Endpoints that are sent the audit log. */
export default async function AdministrationWebhooksPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireAdministrator()
  const t = await getTranslations('webhooks')
  return (
    <AdministrationPageLayout
      current="webhooks"
      managed={{ type: 'webhook_endpoint' }}
      title={t('title')}
      lead={t('administrationLead')}
    >
      <div className="grid gap-6">
        <FlashMessages query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
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
    </AdministrationPageLayout>
  )
}

/** The form for the events of an endpoint. */
async function ChangeEvents({ id, events }: Pick<EndpointView, 'id' | 'events'>) {
  const t = await getTranslations('webhooks.endpoint')
  return (
    <FormProvider action={changeAdministrationEvents.bind(null, id)}>
      <FormDisclosure summary={<span className="text-sm">{t('changeEvents')}</span>}>
        <ActionForm summary={false}>
          <ExpectedVersion of={events} />
          <EventBoxes types={administrationEventTypes} chosen={events} prefix={`${id}-`} />
          <SubmitButton className="justify-self-start">{t('saveEvents')}</SubmitButton>
        </ActionForm>
      </FormDisclosure>
    </FormProvider>
  )
}
