import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { FactList } from '@/components/ui/fact-list'
import { FormStage } from '@/components/ui/form-stage'
import { FormOutcome } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import type { EndpointView } from '@/lib/webhooks/schema'
import { Deliveries } from './deliveries'
import type { EndpointActions } from './endpoint-actions'
import { NewSecret } from './new-secret'

type Props = {
  /** The page of the endpoints. */
  path: string
  actions: EndpointActions
  endpoint: EndpointView
  /** The form that changes its events. */
  change?: ReactNode
}

/** One endpoint: its events, its buttons and what was sent to it. */
export async function Endpoint({ path, actions, endpoint, change }: Props) {
  const t = await getTranslations('webhooks.endpoint')
  const { id, url, events, createdAt, disabledReason, previousSecretUntil, behind } = endpoint
  const facts = [
    {
      term: t('events'),
      value: (
        <ul className="mt-1 grid justify-items-start gap-1">
          {events.map((type) => (
            <li key={type} className="rounded-md bg-raised px-1.5 font-mono text-xs">
              {type}
            </li>
          ))}
        </ul>
      ),
    },
    { term: t('added'), value: <Moment at={createdAt} as="relative" /> },
    ...(behind === null ? [] : [{ term: t('behind'), value: t('entries', { count: behind }) }]),
    ...(previousSecretUntil
      ? [
          {
            term: t('previousSecret'),
            value: t.rich('until', { at: () => <Moment at={previousSecretUntil} /> }),
          },
        ]
      : []),
  ]
  return (
    <Section
      title={<span className="font-mono text-base [overflow-wrap:anywhere]">{url}</span>}
      act={
        disabledReason ? (
          <Badge tone="danger">{t('disabled')}</Badge>
        ) : (
          <Badge tone="success">{t('enabled')}</Badge>
        )
      }
    >
      <FormStage action={actions.rotate.bind(null, id)}>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-8">
          {disabledReason && (
            <Notice
              tone="danger"
              title={t(disabledReason === 'gone' ? 'gone' : 'failing')}
              className="col-span-full"
            >
              <PressForm action={actions.enable.bind(null, id)} button={t('enable')} size="small" />
            </Notice>
          )}
          <FormOutcome>
            <div className="col-span-full">
              <NewSecret id={`secret-${id}`} path={path} />
            </div>
          </FormOutcome>
          <Deliveries actions={actions} endpoint={endpoint} />
          <div className="grid min-w-0 gap-4 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-6">
            <FactList items={facts} />
            {change}
            <FormOutcome
              otherwise={
                <div className="no-print flex flex-wrap gap-3">
                  <PressForm button={t('rotate')} size="small" />
                  <PressForm
                    action={actions.remove.bind(null, id)}
                    button={t('remove')}
                    variant="dangerOutline"
                    size="small"
                  />
                </div>
              }
            >
              {null}
            </FormOutcome>
          </div>
        </div>
      </FormStage>
    </Section>
  )
}
