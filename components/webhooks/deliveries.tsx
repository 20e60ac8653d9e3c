import { getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { Badge, type Tone } from '@/components/ui/badge'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import type { DeliveryView, EndpointView } from '@/lib/webhooks/schema'
import { Attempts } from './attempts'
import type { EndpointActions } from './endpoint-actions'

type Props = { actions: Pick<EndpointActions, 'resend'>; endpoint: EndpointView }

const tones: Record<DeliveryView['state'], Tone> = {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
}

/** The latest events of an endpoint, each with its attempts. */
export async function Deliveries({ actions, endpoint }: Props) {
  const t = await getTranslations('webhooks.deliveries')
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{t('title')}</h3>
      <Table
        caption={t('caption', { url: endpoint.url })}
        empty={t('none')}
        columns={await columns(actions, endpoint)}
        rows={endpoint.deliveries}
        rowKey={({ eventId }) => eventId}
      />
    </section>
  )
}

async function columns(
  { resend }: Props['actions'],
  endpoint: EndpointView,
): Promise<Column<DeliveryView>[]> {
  const t = await getTranslations('webhooks.deliveries')
  return [
    {
      label: t('event'),
      cell: ({ type, eventId }) => (
        <span className="grid gap-1">
          <span className="[overflow-wrap:anywhere]">{type}</span>
          <code className="text-muted text-xs [overflow-wrap:anywhere]">{eventId}</code>
        </span>
      ),
    },
    { label: t('at'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      label: t('state'),
      cell: ({ state, nextAttemptAt, tries }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[state]}>{t(state)}</Badge>
          {nextAttemptAt && tries.length > 0 && (
            <span className="text-muted text-xs">
              {t.rich('next', { at: () => <Moment at={nextAttemptAt} /> })}
            </span>
          )}
        </span>
      ),
    },
    { label: t('attempts'), cell: ({ tries }) => <Attempts tries={tries} /> },
    {
      label: t('actions'),
      action: true,
      cell: ({ eventId, state }) =>
        state === 'waiting' || endpoint.disabledAt ? (
          '–'
        ) : (
          <PressForm action={resend.bind(null, endpoint.id, eventId)} button={t('resend')} size="small" />
        ),
    },
  ]
}
