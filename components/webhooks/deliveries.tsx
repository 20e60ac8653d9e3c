import { getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { Badge, type Tone } from '@/components/ui/badge'
import { Fold } from '@/components/ui/fold'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import { bodyOf, type DeliveryView, type EndpointView } from '@/lib/webhooks/schema'
import { Attempts } from './attempts'
import type { EndpointActions } from './endpoint-actions'

type Props = { actions: Pick<EndpointActions, 'resend' | 'sendTest'>; endpoint: EndpointView }

/** More are folded away. */
const unfolded = 5

const tones: Record<DeliveryView['state'], Tone> = {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
}

/** The latest events of an endpoint: each with its body and its attempts, which are folded away. */
export async function Deliveries({ actions, endpoint }: Props) {
  const t = await getTranslations('webhooks')
  const { id, url, disabledReason, deliveries } = endpoint
  const older = deliveries.slice(unfolded)
  const table = {
    caption: t('deliveries.caption', { url }),
    columns: await columns(actions, endpoint),
    rowKey: ({ eventId }: DeliveryView) => eventId,
  }
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t('deliveries.title')}</h3>
        {!disabledReason && (
          <PressForm action={actions.sendTest.bind(null, id)} button={t('endpoint.test')} size="small" />
        )}
      </div>
      <Table {...table} empty={t('deliveries.none')} rows={deliveries.slice(0, unfolded)} />
      {older.length > 0 && (
        <Fold
          open={false}
          summary={<span className="text-sm">{t('deliveries.older', { count: older.length })}</span>}
        >
          <div className="mt-2">
            <Table {...table} rows={older} />
          </div>
        </Fold>
      )}
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
      cell: (delivery) => (
        <Fold open={false} summary={<span className="[overflow-wrap:anywhere]">{delivery.type}</span>}>
          <code className="block text-muted text-xs [overflow-wrap:anywhere]">{delivery.eventId}</code>
          <pre className="mt-2 max-h-60 overflow-auto whitespace-pre-wrap rounded-lg bg-raised p-2 font-mono font-normal text-xs [overflow-wrap:anywhere]">
            {JSON.stringify(bodyOf(delivery), null, 2)}
          </pre>
        </Fold>
      ),
    },
    { label: t('at'), cell: ({ createdAt }) => <Moment at={createdAt} as="relative" /> },
    {
      label: t('state'),
      cell: ({ state, nextAttemptAt, tries }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[state]}>{t(state)}</Badge>
          <Attempts tries={tries} />
          {nextAttemptAt && tries.length > 0 && (
            <span className="text-muted text-xs">
              {t.rich('next', { at: () => <Moment at={nextAttemptAt} as="relative" /> })}
            </span>
          )}
        </span>
      ),
    },
    {
      label: t('actions'),
      action: true,
      cell: ({ eventId, state }) =>
        state !== 'waiting' &&
        !endpoint.disabledAt && (
          <PressForm action={resend.bind(null, endpoint.id, eventId)} button={t('resend')} size="small" />
        ),
    },
  ]
}
