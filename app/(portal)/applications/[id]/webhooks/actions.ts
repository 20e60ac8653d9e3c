'use server'

import { formAction } from '@/app/_request/form-action'
import { messages, refuseEndpoint, showSecret } from '@/app/_request/webhooks'
import * as endpoints from '@/lib/webhooks/endpoint'
import { listEndpoints } from '@/lib/webhooks/queries'

type Id = [id: string]
type One = [...Id, endpointId: string]
type OneEvent = [...One, eventId: string]

export const addOwnEndpoint = formAction<typeof endpoints.addEndpoint, Id, string>(endpoints.addEndpoint, {
  messages,
  question: { title: 'webhooks.questions.add' },
  show: showSecret,
  refuse: refuseEndpoint,
})

export const rotateOwnEndpoint = formAction<typeof endpoints.rotateSigningSecret, One, string>(
  endpoints.rotateSigningSecret,
  { messages, fields, question: { title: 'webhooks.questions.rotate' }, show: showSecret },
)

export const removeOwnEndpoint = formAction<typeof endpoints.removeEndpoint, One>(endpoints.removeEndpoint, {
  messages,
  fields,
  question: {
    title: 'webhooks.questions.remove',
    warning: 'webhooks.questions.removeWarning',
    values: async ({ bound: [id, endpointId] }) => {
      const endpoint = (await listEndpoints(id)).find((each) => each.id === endpointId)
      return { url: endpoint?.url ?? '' }
    },
  },
  to: (_, posted) => pageOf(posted, 'removed'),
})

export const enableOwnEndpoint = formAction<typeof endpoints.enableEndpoint, One>(endpoints.enableEndpoint, {
  messages,
  fields,
  question: { title: 'webhooks.questions.enable' },
  to: (_, posted) => pageOf(posted, 'enabled'),
})

export const sendTest = formAction<typeof endpoints.sendTestEvent, One>(endpoints.sendTestEvent, {
  messages,
  fields,
  to: (_, posted) => pageOf(posted, 'tested'),
})

export const resendOwnEvent = formAction<typeof endpoints.resendEvent, OneEvent>(endpoints.resendEvent, {
  messages,
  fields,
  to: (_, posted) => pageOf(posted, 'resent'),
})

function fields({ bound: [, endpointId, eventId] }: { bound: readonly string[] }) {
  return { endpointId, eventId }
}

function pageOf({ bound: [id] }: { bound: readonly string[] }, done: string): string {
  return `/applications/${id}/webhooks?done=${done}`
}
