import type { FormAction, FormState } from '@/components/ui/form-state'
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
  /** What came of the forms where they were confirmed on a page of their own. */
  outcome: { added?: FormState<string>; rotated: (endpointId: string) => FormState<string> | undefined }
}

/** Endpoints with what was sent to them, and the form for another. */
export function EndpointList({ path, endpoints, actions, types, outcome }: Props) {
  return (
    <>
      {endpoints.map((endpoint) => (
        <Endpoint
          key={endpoint.id}
          path={path}
          actions={actions}
          endpoint={endpoint}
          rotated={outcome.rotated(endpoint.id)}
        />
      ))}
      <AddEndpoint
        path={path}
        add={actions.add}
        types={types}
        full={endpoints.length >= endpointLimit}
        outcome={outcome.added}
      />
    </>
  )
}
