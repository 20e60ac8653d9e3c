import { getTranslations } from 'next-intl/server'
import { Shown } from '@/app/_request/shown'
import { ActionForm } from '@/components/ui/action-form'
import { FormFold } from '@/components/ui/form-fold'
import { FormStage } from '@/components/ui/form-stage'
import { SubmitButton } from '@/components/ui/submit-button'
import { EventBoxes } from '@/components/webhooks/event-boxes'
import { administrationEventTypes } from '@/lib/webhooks/events'
import type { EndpointView } from '@/lib/webhooks/schema'
import { changeAdministrationEvents } from './actions'

/** The form for the events of an endpoint. */
export async function ChangeEvents({ id, events }: Pick<EndpointView, 'id' | 'events'>) {
  const t = await getTranslations('webhooks.endpoint')
  return (
    <FormStage action={changeAdministrationEvents.bind(null, id)}>
      <FormFold summary={<span className="text-sm">{t('changeEvents')}</span>}>
        <ActionForm summary={false}>
          <Shown of={events} />
          <EventBoxes types={administrationEventTypes} chosen={events} prefix={`${id}-`} />
          <SubmitButton className="justify-self-start">{t('saveEvents')}</SubmitButton>
        </ActionForm>
      </FormFold>
    </FormStage>
  )
}
