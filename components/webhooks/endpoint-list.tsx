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
}

/** Endpoints with what was sent to them, and the form for another. */
export function EndpointList({ path, endpoints, actions, types }: Props) {
  return (
    <>
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} path={path} actions={actions} endpoint={endpoint} />
      ))}
      <AddEndpoint path={path} add={actions.add} types={types} full={endpoints.length >= endpointLimit} />
    </>
  )
}
