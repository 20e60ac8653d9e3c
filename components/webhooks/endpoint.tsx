import { getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { FormOutcome, FormStage, type FormState } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import type { EndpointView } from '@/lib/webhooks/schema'
import { Deliveries } from './deliveries'
import type { EndpointActions } from './endpoint-actions'
import { NewSecret } from './new-secret'

type Props = {
  /** The page of the endpoints. */
  path: string
  actions: EndpointActions
  endpoint: EndpointView
  /** What came of its rotation where that was confirmed on a page of its own. */
  rotated?: FormState<string>
}

/** One endpoint: its events, its buttons and what was sent to it. */
export async function Endpoint({ path, actions, endpoint, rotated }: Props) {
  const t = await getTranslations('webhooks.endpoint')
  const { id, url, events, createdAt, disabledReason, previousSecretUntil, behind } = endpoint
  const facts = [
    { term: t('events'), value: events.join(', ') },
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
    <Card
      title={<span className="font-mono text-base [overflow-wrap:anywhere]">{url}</span>}
      aside={
        disabledReason ? (
          <Badge tone="danger">{t('disabled')}</Badge>
        ) : (
          <Badge tone="success">{t('enabled')}</Badge>
        )
      }
    >
      <div className="grid gap-5">
        {disabledReason && (
          <Notice tone="danger" title={t(disabledReason === 'gone' ? 'gone' : 'failing')}>
            <PressForm action={actions.enable.bind(null, id)} button={t('enable')} size="small" />
          </Notice>
        )}
        <DefinitionList items={facts} />
        <FormStage action={actions.rotate.bind(null, id)} outcome={rotated}>
          <FormOutcome
            otherwise={
              <div className="no-print flex flex-wrap items-start gap-3">
                {!disabledReason && (
                  <PressForm action={actions.sendTest.bind(null, id)} button={t('test')} size="small" />
                )}
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
            <NewSecret id={`secret-${id}`} path={path} />
          </FormOutcome>
        </FormStage>
        <Deliveries actions={actions} endpoint={endpoint} />
      </div>
    </Card>
  )
}
