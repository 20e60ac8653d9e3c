import { getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { FormOutcome, FormStage } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import type { EndpointView } from '@/lib/webhooks/queries'
import { enable, remove, rotate, sendTest } from './actions'
import { Deliveries } from './deliveries'
import { NewSecret } from './new-secret'

type Props = { applicationId: string; endpoint: EndpointView }

/** One endpoint: its events, its buttons and what was sent to it. */
export async function Endpoint({ applicationId, endpoint }: Props) {
  const t = await getTranslations('webhooks.endpoint')
  const { id, url, events, createdAt, disabledReason, previousSecretUntil } = endpoint
  const place = [applicationId, id] as const
  const facts = [
    { term: t('events'), value: events.join(', ') },
    { term: t('added'), value: <Moment at={createdAt} as="relative" /> },
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
            <PressForm action={enable.bind(null, ...place)} button={t('enable')} size="small" />
          </Notice>
        )}
        <DefinitionList items={facts} />
        <FormStage action={rotate.bind(null, ...place)}>
          <FormOutcome
            otherwise={
              <div className="no-print flex flex-wrap items-start gap-3">
                {!disabledReason && (
                  <PressForm action={sendTest.bind(null, ...place)} button={t('test')} size="small" />
                )}
                <PressForm button={t('rotate')} size="small" />
                <PressForm
                  action={remove.bind(null, ...place)}
                  button={t('remove')}
                  variant="dangerOutline"
                  size="small"
                />
              </div>
            }
          >
            <NewSecret id={`secret-${id}`} applicationId={applicationId} />
          </FormOutcome>
        </FormStage>
        <Deliveries applicationId={applicationId} endpoint={endpoint} />
      </div>
    </Card>
  )
}
