import { Webhook } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import type { FormAction } from '@/components/ui/form-state'
import { AddEndpoint } from '@/components/webhooks/add-endpoint'
import type { EndpointView } from '@/lib/webhooks/schema'
import { endpointLimit, type NewEndpoint } from '@/lib/webhooks/schema'
import { Endpoint } from './endpoint'
import type { EndpointActions } from './endpoint-actions'

type Props = {
  /** The page that this is on. */
  path: string
  endpoints: EndpointView[]
  actions: EndpointActions & { add: FormAction<string> }
  types: NewEndpoint['events']
  /** The form that changes the events of one that exists. */
  change?: (endpoint: EndpointView) => ReactNode
}

/** Endpoints with what was sent to them, and the form for another. */
export function EndpointList({ path, endpoints, actions, types, change }: Props) {
  const t = useTranslations('webhooks')
  return (
    <>
      {endpoints.length === 0 && (
        <EmptyState icon={<Webhook />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      )}
      {endpoints.map((endpoint) => (
        <Endpoint
          key={endpoint.id}
          path={path}
          actions={actions}
          endpoint={endpoint}
          change={change?.(endpoint)}
        />
      ))}
      <AddEndpoint path={path} add={actions.add} types={types} full={endpoints.length >= endpointLimit} />
    </>
  )
}
