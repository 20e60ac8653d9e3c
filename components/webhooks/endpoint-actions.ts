import type { FormAction } from '@/components/ui/form-state'

/** The actions of an endpoint's buttons, given its id. */
export type EndpointActions = {
  rotate(endpointId: string, ...given: Parameters<FormAction<string>>): ReturnType<FormAction<string>>
  resend(endpointId: string, eventId: string, ...given: Parameters<FormAction>): ReturnType<FormAction>
} & Record<
  'remove' | 'enable' | 'sendTest',
  (endpointId: string, ...given: Parameters<FormAction>) => ReturnType<FormAction>
>
